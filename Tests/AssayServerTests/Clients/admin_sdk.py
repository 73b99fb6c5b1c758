"""The unmodified Admin SDK for Python accepts every kind of token that the server gives out, and protects from replay.

Only the two URLs of Google's that it has as constants are pointed at the server; its credential is a bearer token.
"""

import base64
import uuid

import firebase_admin
import google.oauth2.credentials
from firebase_admin import app_check, credentials, exceptions

from stage import suite
from stage.server import altered
from stage.service_account import ServiceAccount


class BearerToken(credentials.Base):
    def __init__(self, token):
        self._credential = google.oauth2.credentials.Credentials(token)

    def get_credential(self):
        return self._credential


class AdminSDK(suite.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        service = app_check._AppCheckService
        service._JWKS_URL = f"{cls.server.url}/v1/jwks"
        service._VERIFY_URL_FORMAT = f"{cls.server.url}/v1beta/projects/{{project_id}}:verifyAppCheckToken"
        cls.app = cls.initialize(cls.server.admin_token, "administrator")

    @classmethod
    def initialize(cls, bearer, name):
        return firebase_admin.initialize_app(
            BearerToken(bearer), {"projectId": cls.registration.project_id, "httpTimeout": 20}, name)

    def exchange(self, verb, body):
        """An app's own call, which has no bearer token."""
        response = self.server.call("POST", f"/v1/{self.registration.app}:{verb}", body, bearer="")
        self.assertEqual(response.status_code, 200, f"{verb}: {response.text}")
        return response.json()

    def check(self, token, kind):
        """That the SDK accepts a token as the app's, refuses it altered, and counts its uses."""
        claims = app_check.verify_token(token, self.app)
        self.assertEqual(claims["app_id"], self.registration.app_id, kind)
        self.assertNotIn("already_consumed", claims, kind)
        with self.assertRaisesRegex(ValueError, "invalid signature", msg=kind):
            app_check.verify_token(altered(token), self.app)
        for consumed in (False, True, True):
            claims = app_check.verify_token(token, self.app, consume=True)
            self.assertIs(claims["already_consumed"], consumed, kind)

    def test_app_attest(self):
        """accepts session and limited-use tokens of a device"""
        device = self.registration.device()

        def send(verb, **message):
            challenge = base64.b64decode(self.exchange("generateAppAttestChallenge", {})["challenge"])
            fields = {name: make(challenge) for name, make in message.items()}
            body = {name: base64.b64encode(data).decode() for name, data in {**fields, "challenge": challenge}.items()}
            return self.exchange(verb, {**body, "limited_use": verb.endswith("Assertion")})

        answer = send(
            "exchangeAppAttestAttestation", key_id=lambda _: device.key_id, attestation_statement=device.attest)
        self.check(answer["appCheckToken"]["token"], "session")
        artifact = base64.b64decode(answer["artifact"])
        answer = send(
            "exchangeAppAttestAssertion", artifact=lambda _: artifact,
            assertion=lambda challenge: device.sign(artifact, challenge))
        self.check(answer["token"], "limited use")

    def test_debug_token(self):
        """accepts the token for a debug token"""
        secret = str(uuid.uuid4())
        self.server.administer(
            "POST", f"/v1/{self.registration.app}/debugTokens", {"displayName": "a simulator", "token": secret})
        self.check(self.exchange("exchangeDebugToken", {"debug_token": secret})["token"], "debug")

    def test_custom_token(self):
        """accepts the token for a custom token"""
        account = ServiceAccount(self.registration.project_id)
        self.server.administer("POST", f"/assay/v1/{self.registration.project}/customTokenKeys", account.registration)
        body = {"customToken": account.custom_token(self.registration.app_id, ttl="600000s"), "limitedUse": False}
        self.check(self.exchange("exchangeCustomToken", body)["token"], "custom")

    def test_minted_token(self):
        """accepts a minted token"""
        self.check(self.server.mint(self.registration), "minted")

    def test_other_project(self):
        """refuses the token of another project"""
        token = self.server.mint(self.server.register())
        with self.assertRaisesRegex(ValueError, "audience"):
            app_check.verify_token(token, self.app)

    def test_bad_credential(self):
        """is told that its credential is none when it would use up a token"""
        token = self.server.mint(self.registration)
        stranger = self.initialize("not-a-token", "stranger")
        with self.assertRaises((exceptions.UnauthenticatedError, google.auth.exceptions.RefreshError)):
            app_check.verify_token(token, stranger, consume=True)
        self.assertIs(app_check.verify_token(token, self.app, consume=True)["already_consumed"], False)


suite.run(AdminSDK)
