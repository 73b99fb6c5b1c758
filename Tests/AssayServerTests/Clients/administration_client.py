"""Google's API client for Python, built from the server's discovery document of the administration, manages projects,
apps with their policies, attested keys, API keys and custom token keys, and reads what was counted and the record."""

import base64
import datetime
import secrets
import time

from stage import suite
from stage.google_client import from_own_document, methods, own_document, refusal
from stage.server import BUNDLE_ID, TEAM_ID, reason
from stage.service_account import ServiceAccount

VERSION = "assay-v1"


def all_pages(collection, member, **parameters):
    """Every item of a listing, read two at a time."""
    items, request = [], collection.list(pageSize=2, **parameters)
    while request is not None:
        page = request.execute()
        items += page.get(member, [])
        request = collection.list_next(request, page)
    return items


def text(data):
    return base64.b64encode(data).decode()


def eventually(test, condition, failure):
    """That it holds within half a minute: servers write counts every few seconds."""
    end = time.monotonic() + 30
    while not condition():
        test.assertLess(time.monotonic(), end, failure)
        time.sleep(0.2)


class Administration(suite.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.visited = set()
        cls.projects = from_own_document(cls.server, VERSION, cls.visited).projects()
        cls.record = from_own_document(cls.server, VERSION, cls.visited).auditEntries()

    def test_projects(self):
        """projects are registered, listed, renamed and removed"""
        ids = [f"client-{secrets.token_hex(6)}" for _ in range(3)]
        made = [self.projects.create(body={"projectId": id, "displayName": "One"}).execute() for id in ids]
        self.assertEqual([project["name"] for project in made], [f"projects/{id}" for id in ids])
        listed = all_pages(self.projects, "projects")
        for project in made:
            self.assertIn(project, listed)
        name = made[0]["name"]
        self.assertEqual(self.projects.get(name=name).execute(), made[0])
        renamed = self.projects.patch(
            name=name, updateMask="displayName", body={"displayName": "Two", "etag": made[0]["etag"]}).execute()
        self.assertEqual((renamed["displayName"], renamed["projectNumber"]), ("Two", made[0]["projectNumber"]))
        refusal(self, self.projects.create(body={"projectId": ids[0]}), 409, "ALREADY_EXISTS")
        refusal(self, self.projects.delete(name=name, etag=made[0]["etag"]), 409, "ABORTED")
        self.projects.apps().create(parent=name, body={"teamId": TEAM_ID, "bundleIds": [BUNDLE_ID]}).execute()
        refusal(self, self.projects.delete(name=name), 400, "FAILED_PRECONDITION")
        self.assertEqual(self.projects.delete(name=name, force=True).execute(), {})
        refusal(self, self.projects.get(name=name), 404, "NOT_FOUND")

    def test_apps(self):
        """apps are registered, listed, changed and removed"""
        apps, parent = self.projects.apps(), self.registration.project
        made = apps.create(parent=parent, body={
            "teamId": TEAM_ID, "bundleIds": [BUNDLE_ID], "environments": ["DEVELOPMENT"], "tokenTtl": "1800s",
        }).execute()
        self.assertEqual(made["name"], f"{parent}/apps/{made['appId']}")
        self.assertEqual(
            (made["environments"], made["tokenTtl"], made["debugTokenLimit"]), (["DEVELOPMENT"], "1800s", 20))
        self.assertEqual(apps.get(name=made["name"]).execute(), made)
        ids = [app["appId"] for app in all_pages(apps, "apps", parent=parent)]
        self.assertEqual(ids, sorted([made["appId"], self.registration.app_id]))
        changed = apps.patch(
            name=made["name"], updateMask="displayName,debugTokenLimit",
            body={"displayName": "Shop", "debugTokenLimit": 1}).execute()
        self.assertEqual((changed["displayName"], changed["debugTokenLimit"]), ("Shop", 1))
        self.assertEqual(changed["bundleIds"], [BUNDLE_ID])
        wrong = apps.patch(name=made["name"], updateMask="teamId", body={"teamId": "short"})
        refusal(self, wrong, 400, "INVALID_ARGUMENT")
        self.assertEqual(apps.delete(name=made["name"], etag=changed["etag"]).execute(), {})
        refusal(self, apps.get(name=made["name"]), 404, "NOT_FOUND")

    def test_policies(self):
        """policies are set with an app, replaced as a whole, and gone once they are the standard"""
        apps, parent = self.projects.apps(), self.server.register().project
        launch = {
            "validationCategory": {
                "demand": "REQUIRE", "allowed": ["TEST_FLIGHT", "APP_STORE"], "missingOnOlderSystems": "ALLOW"},
            "osVersion": {"demand": "IF_PRESENT", "minimum": "17.2", "reportOnly": True},
        }
        made = apps.create(parent=parent, body={
            "teamId": TEAM_ID, "bundleIds": [BUNDLE_ID], "launchPolicy": launch,
            "riskPolicy": {"action": "SHORTEN_TOKENS"}}).execute()
        self.assertEqual(made["launchPolicy"], launch)
        self.assertEqual(made["riskPolicy"], {
            "action": "SHORTEN_TOKENS", "threshold": 10, "duration": "259200s", "tokenTtl": "1800s"})
        self.assertNotIn("receiptPolicy", made)
        changed = apps.patch(
            name=made["name"], updateMask="receiptPolicy,riskPolicy",
            body={"receiptPolicy": {"unusable": "REFUSE"}}).execute()
        self.assertEqual(changed["receiptPolicy"], {"unusable": "REFUSE"})
        self.assertEqual(changed["launchPolicy"], launch)
        self.assertNotIn("riskPolicy", changed)
        undecided = {"bundleVersion": {"demand": "REQUIRE", "minimum": "1"}}
        wrong = apps.patch(name=made["name"], updateMask="launchPolicy", body={"launchPolicy": undecided})
        self.assertEqual(refusal(self, wrong, 400, "INVALID_ARGUMENT"), "INVALID_VALUE")
        part = apps.patch(name=made["name"], updateMask="riskPolicy.action", body={})
        self.assertEqual(refusal(self, part, 400, "INVALID_ARGUMENT"), "INVALID_VALUE")

    def attest(self, registration, device):
        """What an app gets for the attestation of a device's key."""
        challenge = base64.b64decode(self.challenge(registration.app).json()["challenge"])
        served = self.server.call("POST", f"/v1/{registration.app}:exchangeAppAttestAttestation", {
            "attestationStatement": text(device.attest(challenge)), "challenge": text(challenge),
            "keyId": text(device.key_id)}, bearer="")
        self.assertEqual(served.status_code, 200, served.text)
        return base64.b64decode(served.json()["artifact"])

    def assertion(self, registration, device, artifact):
        """The answer to an assertion of a device's key."""
        challenge = base64.b64decode(self.challenge(registration.app).json()["challenge"])
        return self.server.call("POST", f"/v1/{registration.app}:exchangeAppAttestAssertion", {
            "artifact": text(artifact), "assertion": text(device.sign(artifact, challenge)),
            "challenge": text(challenge)}, bearer="")

    def test_attested_keys(self):
        """attested keys are listed, read and revoked, and one that is revoked is refused with what helps"""
        registration = self.server.register()
        keys, devices = self.projects.apps().attestedKeys(), [registration.device() for _ in range(3)]
        artifacts = [self.attest(registration, device) for device in devices]
        listed = all_pages(keys, "attestedKeys", parent=registration.app)
        ids = [base64.b64decode(key["keyId"], validate=True) for key in listed]
        # As they were attested, which may be in one second.
        self.assertEqual(sorted(ids), sorted(device.key_id for device in devices))
        times = [key["attestTime"] for key in listed]
        self.assertEqual(times, sorted(times))
        key = keys.get(name=listed[0]["name"]).execute()
        self.assertEqual(key, listed[0], "there is no history yet")
        suffix = base64.urlsafe_b64encode(ids[0]).decode().rstrip("=")
        self.assertEqual(key["name"], f"{registration.app}/attestedKeys/{suffix}")
        self.assertEqual((key["environment"], key["counter"]), ("PRODUCTION", 0))
        self.assertEqual(key["attestedAppId"], f"{TEAM_ID}.{BUNDLE_ID}")
        # The device's receipt is none.
        self.assertEqual(key["receipt"]["fault"], "MALFORMED_RECEIPT")

        revoked = keys.revoke(name=key["name"], body={}).execute()
        self.assertEqual({**key, "revokeTime": revoked["revokeTime"], "receipt": revoked["receipt"]}, revoked)
        self.assertEqual(keys.revoke(name=key["name"], body={}).execute(), revoked)
        for device, artifact in zip(devices, artifacts):
            answer = self.assertion(registration, device, artifact)
            if device.key_id != ids[0]:
                self.assertEqual(answer.status_code, 200, answer.text)
                continue
            self.assertEqual((answer.status_code, reason(answer.content)), (403, "KEY_REVOKED"), answer.text)
            info = answer.json()["error"]["details"][0]
            self.assertEqual(info["metadata"], {"action": "RE_ATTEST"})
        refusal(self, keys.get(name=f"{self.registration.app}/attestedKeys/{suffix}"), 404, "NOT_FOUND")

    def test_exchange_counts(self):
        """what was counted is read, since a day or for a month"""
        counts, registration = self.projects.apps().exchangeCounts(), self.server.register()
        self.attest(registration, registration.device())
        today = datetime.datetime.now(datetime.timezone.utc).date()
        expected = {"ending": "GRANTED", "count": 1}

        def counted():
            found = counts.list(parent=registration.app).execute().get("exchangeCounts", [])
            return [{key: value for key, value in each.items() if key != "day"} for each in found] == [expected]

        eventually(self, counted, "no exchange is counted")
        tomorrow = today + datetime.timedelta(days=2)
        self.assertEqual(counts.list(parent=registration.app, since=str(tomorrow)).execute(), {})
        wrong = counts.list(parent=registration.app, since="yesterday")
        self.assertEqual(refusal(self, wrong, 400, "INVALID_ARGUMENT"), "INVALID_VALUE")

    def challenge(self, app, key=None, bundle_id=BUNDLE_ID):
        """An app's own call, with an API key or without."""
        headers = {"X-Goog-Api-Key": key, "X-Ios-Bundle-Identifier": bundle_id} if key else {}
        return self.server.call("POST", f"/v1/{app}:generateAppAttestChallenge", {}, bearer="", headers=headers)

    def test_api_keys(self):
        """API keys are made, listed, changed and removed, and exchanges need one while there is one"""
        registration = self.server.register()
        keys, parent, app = self.projects.apiKeys(), registration.project, registration.app
        made = keys.create(parent=parent, body={"displayName": "phones", "bundleIds": [BUNDLE_ID]}).execute()
        shown = {member: value for member, value in made.items() if member != "keyString"}
        self.assertEqual(keys.get(name=made["name"]).execute(), shown, "a key is shown again, or otherwise")
        self.assertEqual(all_pages(keys, "apiKeys", parent=parent), [shown])

        missing = self.challenge(app)
        self.assertEqual((missing.status_code, reason(missing.content)), (403, "API_KEY_MISSING"), missing.text)
        foreign = self.challenge(app, made["keyString"], "com.example.other")
        self.assertEqual((foreign.status_code, reason(foreign.content)), (403, "API_KEY_IOS_APP_BLOCKED"), foreign.text)
        served = self.challenge(app, made["keyString"])
        self.assertEqual(served.status_code, 200, served.text)
        self.assertGreaterEqual(len(base64.b64decode(served.json()["challenge"])), 16)

        changed = keys.patch(name=made["name"], updateMask="displayName", body={"displayName": "all phones"}).execute()
        self.assertEqual((changed["displayName"], changed["bundleIds"]), ("all phones", [BUNDLE_ID]))
        self.assertEqual(keys.delete(name=made["name"], etag=changed["etag"]).execute(), {})
        refusal(self, keys.get(name=made["name"]), 404, "NOT_FOUND")

    def test_custom_token_keys(self):
        """custom token keys are registered, listed and removed, and what they signed is refused from then on"""
        keys, account = self.projects.customTokenKeys(), ServiceAccount(self.registration.project_id)
        made = keys.create(parent=self.registration.project, body=account.registration).execute()
        self.assertEqual(made["name"], f"{self.registration.project}/customTokenKeys/{account.key_id}")
        self.assertEqual(keys.get(name=made["name"]).execute(), made)
        self.assertEqual(all_pages(keys, "customTokenKeys", parent=self.registration.project), [made])

        def exchange():
            body = {"customToken": account.custom_token(self.registration.app_id)}
            return self.server.call("POST", f"/v1/{self.registration.app}:exchangeCustomToken", body, bearer="")

        served = exchange()
        self.assertEqual(served.status_code, 200, served.text)
        self.assertEqual(keys.delete(name=made["name"]).execute(), {})
        late = exchange()
        self.assertEqual((late.status_code, reason(late.content)), (403, "CUSTOM_TOKEN_UNKNOWN_KEY"), late.text)

    def test_record(self):
        """the record tells each change, newest first, of one project or of all"""
        project = self.projects.create(body={"projectId": f"recorded-{secrets.token_hex(6)}"}).execute()
        app = self.projects.apps().create(
            parent=project["name"], body={"teamId": TEAM_ID, "bundleIds": [BUNDLE_ID]}).execute()
        self.projects.apps().delete(name=app["name"]).execute()
        own = all_pages(self.projects.auditEntries(), "auditEntries", parent=project["name"])
        expected = ["projects.apps.delete", "projects.apps.create", "projects.create"]
        self.assertEqual([entry["action"] for entry in own], expected)
        number = f"projects/{project['projectNumber']}"
        self.assertEqual([entry["resource"] for entry in own], [f"{number}/apps/{app['appId']}"] * 2 + [number])
        everything = all_pages(self.record, "auditEntries")
        self.assertEqual([entry for entry in everything if entry in own], own)
        self.assertGreater(len(everything), len(own))


class Coverage(suite.Case):
    """After the others: what they left out."""

    def test_every_served_method_was_visited(self):
        """no method of the served document is unvisited"""
        served = set(methods(own_document(self.server, VERSION)))
        self.assertGreaterEqual(len(served), 25)
        self.assertEqual(served - Administration.visited, set())


suite.run(Administration, Coverage)
