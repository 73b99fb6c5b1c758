"""What every method of the App Check interface answers, through a client that a subclass builds."""

import base64
import secrets
import uuid

from stage.google_client import refusal
from stage.server import altered
from stage.service_account import ServiceAccount


def text(data):
    return base64.b64encode(data).decode()


class AppCheckMethods:
    """To be mixed into a `Case`, which says `version`, and in `service` which client is meant."""

    version = None
    service = None

    def apps(self):
        return self.service.projects().apps()

    def check_token(self, answer, ttl, limited_use=False):
        """That an answer has a good token for so many seconds, and in v1beta has it under the old name too."""
        claims = self.server.claims(answer["token"], self.registration)
        self.assertEqual(answer["ttl"], f"{ttl}s")
        self.assertEqual(claims["exp"] - claims["iat"], ttl)
        self.assertEqual("jti" in claims, limited_use, "only tokens for limited use have a jti")
        old = answer["token"] if self.version == "v1beta" else None
        self.assertEqual(answer.get("attestationToken"), old)
        return claims

    def challenge(self):
        answer = self.apps().generateAppAttestChallenge(app=self.registration.app, body={}).execute()
        self.assertEqual(answer["ttl"], "300s")
        challenge = base64.b64decode(answer["challenge"], validate=True)
        self.assertGreaterEqual(len(challenge), 16)
        return challenge

    def test_jwks(self):
        """jwks.get publishes the key of every token that is given out"""
        keys = self.service.jwks().get(name="jwks").execute()["keys"]
        for key in keys:
            self.assertEqual((key["kty"], key["use"], key["alg"], key["e"]), ("RSA", "sig", "RS256", "AQAB"))
        self.assertEqual(len({key["kid"] for key in keys}), len(keys))
        self.assertEqual(keys, self.server.keys())

    def test_app_attest(self):
        """a device's attestation and assertions are exchanged for tokens, and refused for another key or use"""
        app, device, challenge = self.registration.app, self.registration.device(), self.challenge()
        message = {"attestationStatement": text(device.attest(challenge)), "challenge": text(challenge),
                   "keyId": text(device.key_id), "limitedUse": False}
        answer = self.apps().exchangeAppAttestAttestation(app=app, body=message).execute()
        token = answer["appCheckToken"]
        self.check_token(token, 5400)
        old = {"attestationToken": token["token"], "ttl": "5400s"} if self.version == "v1beta" else None
        self.assertEqual(answer.get("attestationToken"), old)
        # The same message again is an answer that was lost; another one of the same key is not.
        again = self.apps().exchangeAppAttestAttestation(app=app, body=message).execute()
        self.check_token(again["appCheckToken"], 5400)
        challenge = self.challenge()
        message = {**message, "attestationStatement": text(device.attest(challenge)), "challenge": text(challenge)}
        second = self.apps().exchangeAppAttestAttestation(app=app, body=message)
        self.assertEqual(refusal(self, second, 403, "PERMISSION_DENIED"), "KEY_ALREADY_REGISTERED")

        artifact = base64.b64decode(answer["artifact"], validate=True)
        for limited_use, ttl in ((False, 5400), (True, 300)):
            challenge = self.challenge()
            message = {"artifact": text(artifact), "assertion": text(device.sign(artifact, challenge)),
                       "challenge": text(challenge), "limitedUse": limited_use}
            token = self.apps().exchangeAppAttestAssertion(app=app, body=message).execute()
            self.check_token(token, ttl, limited_use)
        stale = self.apps().exchangeAppAttestAssertion(app=app, body={**message, "limitedUse": False})
        refusal(self, stale, 403, "PERMISSION_DENIED")

    def test_app_attest_config(self):
        """appAttestConfig is read and changed, alone and in a batch"""
        configs, app = self.apps().appAttestConfig(), self.registration.app
        name = f"{app}/appAttestConfig"
        self.assertEqual(configs.get(name=name).execute()["name"], name)
        changed = configs.patch(name=name, updateMask="tokenTtl", body={"tokenTtl": "7200s"}).execute()
        self.assertEqual(changed, {"name": name, "tokenTtl": "7200s"})
        both = configs.batchGet(parent=self.registration.project, names=[name]).execute()
        self.assertEqual(both, {"configs": [changed]})
        short = configs.patch(name=name, updateMask="tokenTtl", body={"tokenTtl": "1799s"})
        refusal(self, short, 400, "INVALID_ARGUMENT")
        reset = configs.patch(name=name, updateMask="token_ttl", body={}).execute()
        self.assertEqual(reset, {"name": name, "tokenTtl": "3600s"})

    def test_debug_tokens(self):
        """debugTokens are made, listed, read, renamed and deleted, and exchanged as long as they are there"""
        tokens, app = self.apps().debugTokens(), self.registration.app
        secret = str(uuid.uuid4())
        made = tokens.create(parent=app, body={"displayName": "a runner", "token": secret}).execute()
        other = tokens.create(parent=app, body={"displayName": "another", "token": str(uuid.uuid4())}).execute()
        self.assertEqual(set(made), {"name", "displayName", "updateTime", "etag"})
        self.assertTrue(made["name"].startswith(f"{app}/debugTokens/"), made["name"])

        listed, request = [], tokens.list(parent=app, pageSize=1)
        while request is not None:
            page = request.execute()
            self.assertLessEqual(len(page["debugTokens"]), 1)
            listed += page["debugTokens"]
            request = tokens.list_next(request, page)
        self.assertEqual(listed, [made, other])
        self.assertEqual(tokens.get(name=made["name"]).execute(), made)

        renamed = tokens.patch(
            name=made["name"], updateMask="displayName", body={"displayName": "the runner", "etag": made["etag"]})
        renamed = renamed.execute()
        self.assertEqual((renamed["name"], renamed["displayName"]), (made["name"], "the runner"))
        self.assertNotEqual(renamed["etag"], made["etag"])
        stale = tokens.delete(name=made["name"], etag=made["etag"])
        refusal(self, stale, 409, "ABORTED")

        for limited_use, ttl in ((False, 3600), (True, 300)):
            message = {"debugToken": secret.upper(), "limitedUse": limited_use}
            token = self.apps().exchangeDebugToken(app=app, body=message).execute()
            self.check_token(token, ttl, limited_use)
        self.assertEqual(tokens.delete(name=made["name"], etag=renamed["etag"]).execute(), {})
        refusal(self, tokens.get(name=made["name"]), 404, "NOT_FOUND")
        gone = self.apps().exchangeDebugToken(app=app, body={"debugToken": secret})
        self.assertEqual(refusal(self, gone, 403, "PERMISSION_DENIED"), "DEBUG_TOKEN_UNKNOWN")

    def test_custom_tokens(self):
        """exchangeCustomToken takes what a registered service account signed"""
        account, app = ServiceAccount(self.registration.project_id), self.registration.app
        custom = account.custom_token(self.registration.app_id, ttl="1800s")
        early = self.apps().exchangeCustomToken(app=app, body={"customToken": custom})
        self.assertEqual(refusal(self, early, 403, "PERMISSION_DENIED"), "CUSTOM_TOKEN_UNKNOWN_KEY")
        self.server.administer(
            "POST", f"/assay/v1/{self.registration.project}/customTokenKeys", account.registration)
        token = self.apps().exchangeCustomToken(app=app, body={"customToken": custom}).execute()
        self.check_token(token, 1800)
        jti = secrets.token_hex(8)
        message = {"customToken": custom, "limitedUse": True, "jti": jti}
        token = self.apps().exchangeCustomToken(app=app, body=message).execute()
        self.assertEqual(self.check_token(token, 300, limited_use=True)["jti"], jti)

    def test_mint(self):
        """mintAppCheckToken gives a token for as long as is asked, or for limited use"""
        app = self.registration.app
        for body, ttl in (({}, 3600), ({"tokenTtl": "604800s"}, 604800), ({"limitedUseConfig": {}}, 300)):
            answer = self.apps().mintAppCheckToken(app=app, body=body).execute()
            self.assertEqual(set(answer), {"token", "ttl"})
            claims = self.server.claims(answer["token"], self.registration)
            self.assertEqual((answer["ttl"], claims["exp"] - claims["iat"]), (f"{ttl}s", ttl))
        both = self.apps().mintAppCheckToken(app=app, body={"tokenTtl": "1800s", "limitedUseConfig": {}})
        refusal(self, both, 400, "INVALID_ARGUMENT")

    def test_services(self):
        """services are read, listed and configured, alone and in a batch"""
        services, project = self.service.projects().services(), self.registration.project
        store, orders = f"{project}/services/firestore.googleapis.com", f"{project}/services/orders.example.com"
        self.assertNotIn("enforcementMode", services.get(name=store).execute())  # OFF, which proto3 leaves out
        self.assertEqual(services.list(parent=project).execute(), {})
        body = {"enforcementMode": "ENFORCED", "replayProtection": "UNENFORCED"}
        enforced = services.patch(name=store, updateMask="enforcementMode,replayProtection", body=body).execute()
        self.assertEqual({**enforced, **body, "name": store}, enforced)
        self.assertEqual(services.get(name=store).execute(), enforced)
        requests = [{"service": {"name": orders, "enforcementMode": "UNENFORCED"}, "updateMask": "enforcementMode"},
                    {"service": {"name": store}, "updateMask": "replayProtection"}]
        batch = services.batchUpdate(parent=project, body={"requests": requests}).execute()["services"]
        modes = [(each["name"], each["enforcementMode"], each.get("replayProtection")) for each in batch]
        self.assertEqual(modes, [(orders, "UNENFORCED", None), (store, "ENFORCED", None)])
        self.assertEqual(services.list(parent=project).execute(), {"services": [batch[1], batch[0]]})
        strict = services.patch(name=orders, updateMask="replayProtection", body={"replayProtection": "ENFORCED"})
        refusal(self, strict, 400, "INVALID_ARGUMENT")


class ReplayProtection:
    """The method that only some documents have."""

    def test_replay_protection(self):
        """verifyAppCheckToken uses a token up, and refuses one that is altered"""
        projects, project = self.service.projects(), self.registration.project
        token = self.server.mint(self.registration)
        for answer in ({}, {"alreadyConsumed": True}, {"alreadyConsumed": True}):
            verified = projects.verifyAppCheckToken(project=project, body={"appCheckToken": token}).execute()
            self.assertEqual(verified, answer)
        forged = projects.verifyAppCheckToken(project=project, body={"appCheckToken": altered(token)})
        self.assertEqual(refusal(self, forged, 403, "PERMISSION_DENIED"), "TOKEN_SIGNATURE_INVALID")
