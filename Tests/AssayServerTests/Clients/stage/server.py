"""The server under test as its administrator sees it, and a project with an app for a test of its own."""

import dataclasses
import itertools
import json
import secrets

import jwt
import requests

from stage.device import Authority

TEAM_ID = "ABCDE12345"
BUNDLE_ID = "com.example.acceptance"
ISSUER = "https://firebaseappcheck.googleapis.com"
SECONDS_PER_CALL = 20


class Server:
    """`url` has no slash at its end; `admin_token` is a bearer token with the role admin."""

    def __init__(self, url, admin_token):
        self.url = url
        self.admin_token = admin_token
        self._lifetimes = itertools.count(1800)

    def call(self, method, path, body=None, bearer=None, headers=None, **query):
        """Sends one request as it is; a `bearer` of None sends the administrator's token, an empty one sends none."""
        bearer = self.admin_token if bearer is None else bearer
        identity = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        return requests.request(
            method, self.url + path, json=body, params=query, timeout=SECONDS_PER_CALL,
            headers={**identity, **(headers or {})})

    def administer(self, method, path, body=None, **query):
        """A call that must succeed. Returns the answer."""
        response = self.call(method, path, body, **query)
        assert response.status_code == 200, f"{method} {path} answered {response.status_code}: {response.text}"
        return response.json()

    def register(self):
        """Makes a project with one app, which trusts an authority made for it."""
        project_id = f"acceptance-{secrets.token_hex(6)}"
        authority = Authority()
        project = self.administer("POST", "/assay/v1/projects", {"projectId": project_id})
        app = self.administer("POST", f"/assay/v1/projects/{project_id}/apps", {
            "appId": f"1:{project['projectNumber']}:ios:{secrets.token_hex(8)}",
            "teamId": TEAM_ID, "bundleIds": [BUNDLE_ID], "trustAnchors": [authority.root_pem], "tokenTtl": "5400s",
        })
        return Registration(project_id, project["projectNumber"], app["appId"], authority)

    def mint(self, registration):
        """A session token like no other: the server's session tokens of one second and one lifetime are one token."""
        answer = self.administer(
            "POST", f"/v1/{registration.app}:mintAppCheckToken", {"tokenTtl": f"{next(self._lifetimes)}s"})
        return answer["token"]

    def keys(self):
        response = self.call("GET", "/v1/jwks", bearer="")
        assert response.status_code == 200, f"the key set answered {response.status_code}"
        return response.json()["keys"]

    def claims(self, token, registration):
        """The claims of a token of the registered app, verified by PyJWT with the keys that the server publishes."""
        kid = jwt.get_unverified_header(token)["kid"]
        found = [key for key in self.keys() if key["kid"] == kid]
        assert len(found) == 1, f"{len(found)} published keys have the token's kid"
        claims = jwt.decode(
            token, jwt.PyJWK(found[0]).key, algorithms=["RS256"], audience=registration.project,
            issuer=f"{ISSUER}/{registration.number}", options={"require": ["exp", "iat", "aud", "iss", "sub"]})
        assert claims["sub"] == registration.app_id, f"the token is for {claims['sub']}"
        assert claims["aud"] == [f"projects/{registration.number}", registration.project], claims["aud"]
        return claims


@dataclasses.dataclass
class Registration:
    project_id: str
    number: str
    app_id: str
    authority: Authority

    @property
    def project(self):
        return f"projects/{self.project_id}"

    @property
    def app(self):
        return f"{self.project}/apps/{self.app_id}"

    def device(self):
        """Another device with the app on it."""
        return self.authority.device(f"{TEAM_ID}.{BUNDLE_ID}")


def reason(content):
    """The word for a refusal in an error's body."""
    error = json.loads(content)["error"]
    details = error.get("details", [])
    found = [detail["reason"] for detail in details if detail["@type"].endswith("google.rpc.ErrorInfo")]
    assert len(found) == 1, f"an error has {len(found)} reasons: {content}"
    return found[0]


def altered(token):
    """The token with one character in the middle of its signature replaced."""
    head, claims, signature = token.split(".")
    middle = len(signature) // 2
    other = "A" if signature[middle] != "A" else "B"
    return f"{head}.{claims}.{signature[:middle]}{other}{signature[middle + 1:]}"
