"""The requests that the Admin SDK for Node makes for `verifyToken(token, {consume: true})` get answers it understands.

Spoken here request by request, because there is no URL in that SDK that could be changed: verification as by
jsonwebtoken and jwks-rsa, then the call that uses the token up, then the SDK's reading of the answer.
"""

import concurrent.futures
import json
import time

import jwt
import requests
from jwt.algorithms import RSAAlgorithm

from stage import suite
from stage.server import altered

ISSUER = "https://firebaseappcheck.googleapis.com/"
CODES = {
    "ABORTED": "aborted", "INVALID_ARGUMENT": "invalid-argument", "INTERNAL": "internal-error",
    "PERMISSION_DENIED": "permission-denied", "UNAUTHENTICATED": "unauthenticated", "NOT_FOUND": "not-found",
    "UNKNOWN": "unknown-error",
}


class SDKError(Exception):
    """What the SDK throws; its first argument is the code."""


class NodeSDK:
    def __init__(self, url, project_id, bearer):
        self._url, self._project_id, self._bearer = url, project_id, bearer

    def verify_token(self, token):
        """The decoded token and whether it was used up before."""
        claims = self._verify(token)
        return claims, self.consume(token)

    def _verify(self, token):
        kid = jwt.get_unverified_header(token).get("kid")
        answer = requests.get(f"{self._url}/v1/jwks", headers={"Accept": "application/json"}, timeout=20).json()
        # jwks-rsa takes signing keys with an id, and fails if there are none.
        usable = [key for key in answer["keys"] if (key["kty"], key.get("use", "sig")) == ("RSA", "sig") and key["kid"]]
        if not usable:
            raise SDKError("internal-error", "The JWKS endpoint did not contain any signing keys")
        matching = [key for key in usable if key["kid"] == kid]
        if not matching:
            raise SDKError("invalid-argument", "no matching kid")
        # jsonwebtoken looks at the signature and `exp`; everything else is the SDK's own.
        options = {"verify_aud": False, "verify_iss": False, "verify_iat": False, "verify_sub": False}
        try:
            claims = jwt.decode(token, RSAAlgorithm.from_jwk(matching[0]), algorithms=["RS256"], options=options)
        except jwt.PyJWTError as error:
            raise SDKError("invalid-argument", str(error)) from error
        audience, issuer, subject = claims.get("aud"), claims.get("iss"), claims.get("sub")
        if not isinstance(audience, list) or f"projects/{self._project_id}" not in audience:
            raise SDKError("invalid-argument", "aud")
        if not isinstance(issuer, str) or not issuer.startswith(ISSUER):
            raise SDKError("invalid-argument", "iss")
        if not isinstance(subject, str) or not subject:
            raise SDKError("invalid-argument", "sub")
        return claims

    def consume(self, token):
        """The call for replay protection by itself."""
        response = requests.post(
            f"{self._url}/v1beta/projects/{self._project_id}:verifyAppCheckToken",
            data=json.dumps({"app_check_token": token}, separators=(",", ":")), timeout=20, headers={
                "Accept": "application/json, text/plain, */*", "Authorization": f"Bearer {self._bearer}",
                "Content-Type": "application/json;charset=utf-8", "User-Agent": "node",
                "X-Firebase-Client": "fire-admin-node/14.3.0", "X-Goog-Api-Client": "gl-node/22.0.0 fire-admin/14.3.0"})
        if response.status_code >= 300:
            error = response.json().get("error", {})
            raise SDKError(CODES.get(error.get("status"), "unknown-error"), error.get("message"))
        consumed = response.json().get("alreadyConsumed")
        if consumed is not None and not isinstance(consumed, bool):
            raise SDKError("invalid-argument", "`alreadyConsumed` must be a boolean value.")
        return consumed or False


class NodeReplay(suite.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sdk = NodeSDK(cls.server.url, cls.registration.project_id, cls.server.admin_token)

    def limited_use_token(self):
        body = {"limitedUseConfig": {}}
        return self.server.administer("POST", f"/v1/{self.registration.app}:mintAppCheckToken", body)["token"]

    def code(self, sdk, token):
        """The code that using a token up is refused with."""
        with self.assertRaises(SDKError, msg="it was not refused") as caught:
            sdk.consume(token)
        self.assertTrue(caught.exception.args[1], "there is no message")
        return caught.exception.args[0]

    def test_consumption(self):
        """is told false for the first use of a token and true for each one after"""
        for token in (self.server.mint(self.registration), self.limited_use_token()):
            uses = [self.sdk.verify_token(token) for _ in range(3)]
            self.assertEqual([consumed for _, consumed in uses], [False, True, True])
            claims = uses[0][0]
            self.assertEqual(claims["sub"], self.registration.app_id)
            self.assertGreater(claims["exp"], time.time())

    def test_race(self):
        """is told false exactly once when a token comes sixteen times at once"""
        token = self.limited_use_token()
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            uses = list(pool.map(self.sdk.consume, [token] * 16))
        self.assertEqual((uses.count(False), uses.count(True)), (1, 15))

    def test_local_refusal(self):
        """refuses an altered token and one of another project without asking"""
        with self.assertRaises(SDKError) as caught:
            self.sdk.verify_token(altered(self.server.mint(self.registration)))
        self.assertEqual(caught.exception.args[0], "invalid-argument")
        elsewhere = NodeSDK(self.server.url, self.server.register().project_id, self.server.admin_token)
        with self.assertRaises(SDKError) as caught:
            elsewhere.verify_token(self.server.mint(self.registration))
        self.assertEqual(caught.exception.args, ("invalid-argument", "aud"))

    def test_errors(self):
        """reads every refusal as the error that it stands for"""
        token, url, project = self.server.mint(self.registration), self.server.url, self.registration.project_id
        self.assertEqual(self.code(self.sdk, altered(token)), "permission-denied")
        self.assertEqual(self.code(self.sdk, "eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ=="), "permission-denied")
        self.assertEqual(self.code(self.sdk, ""), "invalid-argument")
        self.assertEqual(self.code(NodeSDK(url, project, "nobody's"), token), "unauthenticated")
        missing = NodeSDK(url, "no-such-project", self.server.admin_token)
        self.assertEqual(self.code(missing, token), "not-found")
        elsewhere = NodeSDK(url, self.server.register().project_id, self.server.admin_token)
        self.assertEqual(self.code(elsewhere, token), "permission-denied")
        self.assertIs(self.sdk.consume(token), False, "a refused call used the token up")


suite.run(NodeReplay)
