"""The way of a CI runner: a debug token is made for it, its app exchanges it, a backend believes the app, and once the
debug token is deleted the runner is turned away."""

import datetime
import uuid

from stage import suite
from stage.server import reason


class Runner(suite.Case):
    def exchange(self, secret):
        """The app's call, as Apple's SDK makes it; it has no bearer token."""
        return self.server.call(
            "POST", f"/v1/{self.registration.app}:exchangeDebugToken",
            {"debug_token": secret.upper(), "limited_use": False}, bearer="")

    def test_story(self):
        """is served between the making of its debug token and the deletion, and not a moment after"""
        secret = str(uuid.uuid4())
        early = self.exchange(secret)
        self.assertEqual((early.status_code, reason(early.content)), (403, "DEBUG_TOKEN_UNKNOWN"), early.text)

        end = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) + datetime.timedelta(hours=1)
        made = self.server.administer("POST", f"/v1/{self.registration.app}/debugTokens", {
            "displayName": "build 1", "token": secret, "expireTime": end.strftime("%Y-%m-%dT%H:%M:%SZ")})
        self.assertNotIn(secret, str(made).lower(), "the secret is shown again")
        self.assertEqual(made["expireTime"], end.strftime("%Y-%m-%dT%H:%M:%SZ"))

        answer = self.exchange(secret)
        self.assertEqual(answer.status_code, 200, answer.text)
        token = answer.json()["token"]
        self.assertEqual(answer.json()["ttl"], "3600s")
        self.server.claims(token, self.registration)
        verified = self.server.administer(
            "POST", f"/v1beta/{self.registration.project}:verifyAppCheckToken", {"app_check_token": token})
        self.assertEqual(verified, {})

        self.assertEqual(self.server.administer("DELETE", f"/v1/{made['name']}"), {})
        late = self.exchange(secret)
        self.assertEqual((late.status_code, reason(late.content)), (403, "DEBUG_TOKEN_UNKNOWN"), late.text)
        error = late.json()["error"]
        self.assertEqual((error["status"], error["message"]), ("PERMISSION_DENIED", "App attestation failed."))
        # What was given out stays good until it ends: backends check it without asking.
        self.server.claims(token, self.registration)

    def test_record(self):
        """leaves a record of who made and deleted its debug token, without the secret"""
        secret = str(uuid.uuid4())
        made = self.server.administer(
            "POST", f"/v1/{self.registration.app}/debugTokens", {"displayName": "build 2", "token": secret})
        self.server.administer("DELETE", f"/v1/{made['name']}")
        page = self.server.administer(
            "GET", f"/assay/v1/{self.registration.project}/auditEntries", pageSize=2)
        actions = [entry["action"] for entry in page["auditEntries"]]
        self.assertEqual(actions, ["projects.apps.debugTokens.delete", "projects.apps.debugTokens.create"])
        name = made["name"].replace(self.registration.project_id, self.registration.number)
        self.assertEqual({entry["resource"] for entry in page["auditEntries"]}, {name})
        self.assertNotIn(secret, str(page).lower(), "the record has the secret")


suite.run(Runner)
