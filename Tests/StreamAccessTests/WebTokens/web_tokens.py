#!/usr/bin/env python3
"""Writes WebTokenVectors.swift: signed web tokens made with PyJWT, under new keys whose private halves are forgotten.

    pip install pyjwt cryptography && ./web_tokens.py >WebTokenVectors.swift
"""
import base64
import hashlib
import hmac
import json
import secrets

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

NOW = 1798761600  # 2027-01-01T00:00:00Z
CLAIMS = {"sub": "camera-1", "publish": ["studio/*", "live"], "watch": "*", "exp": NOW + 3600, "iss": "elsewhere"}

secret = base64.b64encode(secrets.token_bytes(48)).decode()
p256, other_p256 = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
p384, p521, k256 = (ec.generate_private_key(c()) for c in (ec.SECP384R1, ec.SECP521R1, ec.SECP256K1))
ed, other_ed = ed25519.Ed25519PrivateKey.generate(), ed25519.Ed25519PrivateKey.generate()
rsa_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def pem(key):
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def by_hand(header, payload, key):
    """An HS256 token that PyJWT would not make."""
    text = b64(json.dumps(header).encode()) + "." + b64(payload)
    return text + "." + b64(hmac.new(key, text.encode(), hashlib.sha256).digest())


def hs256(**claims):
    merged = {k: v for k, v in (CLAIMS | claims).items() if v is not ...}
    return jwt.encode(merged, secret, "HS256")


def hs256_claims(claims):
    return by_hand({"alg": "HS256"}, json.dumps(claims).encode(), secret.encode())


signed = {
    "hs256": jwt.encode(CLAIMS, secret, "HS256"),
    "hs256ByDecodedSecret": jwt.encode(CLAIMS, base64.b64decode(secret), "HS256"),
    "es256": jwt.encode(CLAIMS, p256, "ES256"),
    "es256Named": jwt.encode(CLAIMS, p256, "ES256", headers={"kid": "first"}),
    "es256OtherNamed": jwt.encode(CLAIMS, other_p256, "ES256", headers={"kid": "second"}),
    "es256Misnamed": jwt.encode(CLAIMS, other_p256, "ES256", headers={"kid": "first"}),
    "es256UnknownName": jwt.encode(CLAIMS, p256, "ES256", headers={"kid": "third"}),
    "es256ByOtherKey": jwt.encode(CLAIMS, other_p256, "ES256"),
    "edDSA": jwt.encode(CLAIMS, ed, "EdDSA"),
    "edDSAByOtherKey": jwt.encode(CLAIMS, other_ed, "EdDSA"),
    "hs256ByOtherSecret": jwt.encode(CLAIMS, secret[::-1], "HS256"),
    "none": jwt.encode(CLAIMS, None, "none"),
    "hs384": jwt.encode(CLAIMS, secret, "HS384"),
    "es384": jwt.encode(CLAIMS, p384, "ES384"),
    "rs256": jwt.encode(CLAIMS, rsa_key, "RS256"),
    "hs256ByPublicKey": by_hand({"alg": "HS256", "typ": "JWT"}, json.dumps(CLAIMS).encode(), pem(p256).encode()),
    "es256HeaderOverHS256": by_hand({"alg": "ES256"}, json.dumps(CLAIMS).encode(), secret.encode()),
    "critical": jwt.encode(CLAIMS, secret, "HS256", headers={"crit": ["b64"], "b64": True}),
    "numericKid": by_hand({"alg": "HS256", "kid": 5}, json.dumps(CLAIMS).encode(), secret.encode()),
}
claims = {
    "everything": hs256(admin=True, nbf=NOW),
    "nothing": hs256(publish=..., watch=..., sub=...),
    "nullsAreAbsent": hs256_claims(CLAIMS | {"nbf": None, "admin": None}),
    "fractionalTimes": hs256_claims(CLAIMS | {"exp": NOW + 0.5}),
    "aClockAhead": hs256(nbf=NOW + 4),
    "notYet": hs256(nbf=NOW + 60),
    "expired": hs256(exp=NOW - 60),
    "expiresNow": hs256(exp=NOW),
    "noExpiry": hs256(exp=...),
    "expiryAsText": hs256_claims(CLAIMS | {"exp": str(NOW + 60)}),
    "expiryFarAway": hs256_claims(CLAIMS | {"exp": 1e300}),
    "notBeforeFarAway": hs256_claims(CLAIMS | {"nbf": 1e300}),
    "publishNumber": hs256(publish=7),
    "publishMixed": hs256(publish=["live", 7]),
    "publishBadPattern": hs256(publish=["live", "a//b"]),
    "watchEmptyPattern": hs256(watch=""),
    "watchTooMany": hs256(watch=[f"s{n}" for n in range(65)]),
    "adminText": hs256(admin="true"),
    "adminNumber": hs256(admin=1),
    "subjectNumber": hs256_claims(CLAIMS | {"sub": 7}),
    "subjectWithLineEnd": hs256(sub="x\nlevel=error é" + "y" * 100),
    "noObject": by_hand({"alg": "HS256"}, b"[1]", secret.encode()),
    "noJSON": by_hand({"alg": "HS256"}, b"publish=*", secret.encode()),
    "deep": by_hand({"alg": "HS256"}, b"[" * 2400, secret.encode()),
}


def swift(name, value):
    if "\n" in value:
        body = "\n".join("        " + line for line in value.strip().split("\n"))
        return f'    static let {name} = """\n{body}\n        """'
    return f'    static let {name} =\n        "{value}"'


def ec_jwk(key, kid):
    numbers = key.public_key().public_numbers()
    x, y = (b64(n.to_bytes(32, "big")) for n in (numbers.x, numbers.y))
    return {"kty": "EC", "crv": "P-256", "kid": kid, "use": "sig", "alg": "ES256", "x": x, "y": y}


key_set = {
    "keys": [
        ec_jwk(p256, "first"),
        ec_jwk(other_p256, "second"),
        {"kty": "OKP", "crv": "Ed25519", "kid": "third", "x": b64(ed.public_key().public_bytes_raw())},
        {"kty": "oct", "kid": "fourth", "k": b64(secret.encode()), "key_ops": ["verify"]},
    ]
}

print("// swift-format-ignore-file\n// Written by web_tokens.py with PyJWT", jwt.__version__)
print("\n/// Public keys, and a secret that is used for nothing else.\nenum VectorKey {")
print("\n".join(
    [swift("secret", secret)]
    + [swift(n, pem(k)) for n, k in dict(p256=p256, ed25519=ed, p384=p384, p521=p521, secp256k1=k256, rsa=rsa_key).items()]
    + [swift("set", json.dumps(key_set, indent=2))]
))
print("}\n\n/// The same claims, signed in different ways.\nenum SignedToken {")
print("\n".join(swift(n, v) for n, v in signed.items()))
print("}\n\n/// Different claims, signed with the secret.\nenum ClaimsToken {")
print("\n".join(swift(n, v) for n, v in claims.items()))
print("}")
