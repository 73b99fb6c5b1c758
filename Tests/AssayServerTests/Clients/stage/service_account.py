"""A backend's service account: makes custom tokens as the Admin SDK for Node makes them."""

import base64
import json
import secrets
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

AUDIENCE = "https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService"


def segment(value):
    """JSON as JavaScript writes it, in base64url without padding."""
    text = json.dumps(value, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


class ServiceAccount:
    """Its key is made for the run."""

    def __init__(self, project_id):
        self.email = f"backend@{project_id}.iam.gserviceaccount.com"
        self.key_id = secrets.token_hex(20)
        self._key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.public_pem = self._key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()

    @property
    def registration(self):
        """What the server has to know of it."""
        return {"keyId": self.key_id, "serviceAccount": self.email, "publicKey": self.public_pem}

    def custom_token(self, app_id, ttl=None, **claims):
        """A token for an app; its header names no key. `claims` take the place of what they name."""
        now = int(time.time())
        payload = {
            "iss": self.email, "sub": self.email, "app_id": app_id, "aud": AUDIENCE, "exp": now + 300, "iat": now}
        if ttl:
            payload["ttl"] = ttl
        text = f"{segment({'alg': 'RS256', 'typ': 'JWT'})}.{segment({**payload, **claims})}"
        signature = self._key.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256())
        return f"{text}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"
