"""A device with App Attest, made of the published format alone: it shares no code with the server or its simulator.

Sources: Apple's "Validating apps that connect to your server" and "Attestation object validation guide". CBOR is
cbor2's, certificates and signatures are cryptography's.
"""

import datetime
import hashlib

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

NONCE = x509.ObjectIdentifier("1.2.840.113635.100.8.2")
CLAIMS = x509.ObjectIdentifier("1.2.840.113635.100.8.5")
PRODUCTION = b"appattest" + bytes(7)
# Set on everything that devices sign, whether or not credential data follow.
ATTESTED_DATA = b"\x40"


def sha256(data):
    return hashlib.sha256(data).digest()


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def period(builder):
    """Valid from yesterday for three days, as a device's certificate is."""
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    return builder.not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=2))


def certificate(subject, key, issuer, *extensions):
    """`extensions` are pairs of a value and whether it is critical."""
    builder = x509.CertificateBuilder(
        subject_name=name(subject), issuer_name=name(issuer), public_key=key, serial_number=x509.random_serial_number())
    for value, critical in extensions:
        builder = builder.add_extension(value, critical)
    return period(builder)


def key_usage(*uses):
    names = ["digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
             "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"]
    return x509.KeyUsage(**{each: each in uses for each in names}), True


class Authority:
    """A root and an intermediate in the place of Apple's."""

    ROOT, INTERMEDIATE = "Acceptance Root CA", "Acceptance CA 1"

    def __init__(self):
        root_key, self._key = ec.generate_private_key(ec.SECP384R1()), ec.generate_private_key(ec.SECP384R1())
        signs = key_usage("key_cert_sign", "crl_sign")
        root = certificate(
            self.ROOT, root_key.public_key(), self.ROOT, (x509.BasicConstraints(True, None), True), signs)
        intermediate = certificate(
            self.INTERMEDIATE, self._key.public_key(), self.ROOT, (x509.BasicConstraints(True, 0), True), signs)
        self.root_pem = root.sign(root_key, hashes.SHA384()).public_bytes(serialization.Encoding.PEM).decode()
        self.intermediate = intermediate.sign(root_key, hashes.SHA384()).public_bytes(serialization.Encoding.DER)

    def device(self, app_id):
        return Device(self, app_id)

    def leaf(self, key, key_id, app_id, nonce):
        """The certificate of a device's key: DER."""
        usage = key_usage("digital_signature", "content_commitment", "key_encipherment", "data_encipherment")
        text = app_id.encode()
        # SEQUENCE { [1204] EXPLICIT OCTET STRING }
        claim = b"\xbf\x89\x34" + bytes([len(text) + 2]) + b"\x04" + bytes([len(text)]) + text
        builder = certificate(
            key_id.hex(), key, self.INTERMEDIATE, (x509.BasicConstraints(False, None), True), usage,
            (x509.UnrecognizedExtension(CLAIMS, b"\x30" + bytes([len(claim)]) + claim), False),
            # SEQUENCE { [1] EXPLICIT OCTET STRING of 32 bytes }
            (x509.UnrecognizedExtension(NONCE, b"\x30\x24\xa1\x22\x04\x20" + nonce), False))
        return builder.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


class Device:
    """One installation of an app with one key. `app_id` is team and bundle id, joined by a dot."""

    def __init__(self, authority, app_id):
        self._authority, self._app_id = authority, app_id
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._counter = 0
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self._x, self._y = point[1:33], point[33:]
        self.key_id = sha256(point)

    def attest(self, challenge):
        """The attestation object over a challenge."""
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: self._x, -3: self._y})
        data = self._header(0) + PRODUCTION + len(self.key_id).to_bytes(2, "big") + self.key_id + key
        nonce = sha256(data + sha256(challenge))
        leaf = self._authority.leaf(self._key.public_key(), self.key_id, self._app_id, nonce)
        statement = {"x5c": [leaf, self._authority.intermediate], "receipt": b"a receipt"}
        return cbor2.dumps({"fmt": "apple-appattest", "attStmt": statement, "authData": data})

    def sign(self, artifact, challenge):
        """The assertion over an artifact and a challenge, by the next value of the counter."""
        self._counter += 1
        data = self._header(self._counter)
        nonce = sha256(data + sha256(artifact + challenge))
        signature = self._key.sign(nonce, ec.ECDSA(hashes.SHA256()))
        return cbor2.dumps({"signature": signature, "authenticatorData": data})

    def _header(self, counter):
        return sha256(self._app_id.encode()) + ATTESTED_DATA + counter.to_bytes(4, "big")
