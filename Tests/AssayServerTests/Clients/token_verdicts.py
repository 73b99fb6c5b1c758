"""Judges App Check tokens as back ends do: with PyJWT alone, and with firebase-admin.

Reads one JSON object from standard input: `jwks_url`, `moment` (RFC 3339; the clock is frozen there), `audience`, `issuer`,
`project_id` and `tokens` (names to tokens). Writes the verdicts: for each name `pyjwt` and `firebase_admin`, which are
the `sub` of a token that was accepted, or `refused: ` and the kind and the text of the refusal.
"""

import json
import sys

import firebase_admin
import google.auth.credentials
import jwt
from firebase_admin import app_check, credentials
from freezegun import freeze_time


class NoCredential(credentials.Base):
    """Verification asks nobody but the key set's server, so there is nothing to prove."""

    def get_credential(self):
        return google.auth.credentials.AnonymousCredentials()


def by_pyjwt(task, token):
    keys = jwt.PyJWKClient(task["jwks_url"])
    claims = jwt.decode(
        token,
        keys.get_signing_key_from_jwt(token).key,
        algorithms=["RS256"],
        audience=task["audience"],
        issuer=task["issuer"],
        options={"require": ["exp", "iat", "aud", "iss", "sub"]},
    )
    return claims["sub"]


def by_firebase_admin(task, token):
    return app_check.verify_token(token)["app_id"]


def verdict(judge, task, token):
    try:
        return judge(task, token)
    except (jwt.PyJWTError, ValueError) as refusal:
        return f"refused: {type(refusal).__name__}: {refusal}"


def main():
    task = json.load(sys.stdin)
    app_check._AppCheckService._JWKS_URL = task["jwks_url"]
    firebase_admin.initialize_app(NoCredential(), {"projectId": task["project_id"]})
    with freeze_time(task["moment"]):
        verdicts = {
            name: {
                "pyjwt": verdict(by_pyjwt, task, token),
                "firebase_admin": verdict(by_firebase_admin, task, token),
            }
            for name, token in task["tokens"].items()
        }
    json.dump(verdicts, sys.stdout)


main()
