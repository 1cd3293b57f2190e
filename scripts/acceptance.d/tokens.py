"""Tokens of every kind: lines of a token list, and JWTs by the PyPI package pyjwt, valid and forged."""
import base64
import hashlib
import hmac
import json
import secrets
import time

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from jwt.algorithms import ECAlgorithm, HMACAlgorithm, OKPAlgorithm

HOUR = 3600


class Keys:
    """A key for each algorithm of the relay, and the relay's files."""

    def __init__(self, trial, name="keys"):
        self.secret = secrets.token_urlsafe(48).encode()
        self.elliptic = ec.generate_private_key(ec.SECP256R1())
        self.edwards = ed25519.Ed25519PrivateKey.generate()
        self.signing = {"HS256": self.secret, "ES256": self.elliptic, "EdDSA": self.edwards}
        self.files = {algorithm: trial.file(f"{name}-{algorithm}") for algorithm in self.signing}
        for algorithm, path in self.files.items():
            path.write_bytes(self.public(algorithm))
            path.chmod(0o600)
        self.set = trial.file(f"{name}.jwks")
        self.set.write_text(json.dumps({"keys": self._members()}))
        self.set.chmod(0o600)

    def public(self, algorithm):
        """The verifier's key: the secret itself for HS256, else PEM."""
        if algorithm == "HS256":
            return self.secret
        return self.signing[algorithm].public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def _members(self):
        members = {
            "HS256": HMACAlgorithm.to_jwk(self.secret, as_dict=True),
            "ES256": ECAlgorithm.to_jwk(self.elliptic.public_key(), as_dict=True),
            "EdDSA": OKPAlgorithm.to_jwk(self.edwards.public_key(), as_dict=True),
        }
        return [{**{field: value for field, value in member.items() if field != "key_ops"},
                 "kid": algorithm, "alg": algorithm, "use": "sig"} for algorithm, member in members.items()]

    def sign(self, claims, algorithm, kid=None):
        return jwt.encode(claims, self.signing[algorithm], algorithm, headers={"kid": kid} if kid else None)


def claims(publish=(), watch=(), admin=False, expiry="none"):
    """The claims of a JWT, with times as `expiry` names them."""
    claimed = {"sub": "viewer", "publish": list(publish), "watch": list(watch), "jti": secrets.token_hex(8)}
    now = int(time.time())
    times = {"none": {}, "future": {"exp": now + HOUR}, "past": {"exp": now - 60},
             "not yet": {"nbf": now + HOUR, "exp": now + 2 * HOUR},
             "began": {"nbf": now - 60, "exp": now + HOUR}}
    return claimed | times[expiry] | ({"admin": True} if admin else {})


def line(token, name, publish=(), watch=(), admin=False, expiry="none"):
    """A line of a token list, as 'streamd token new' prints it."""
    digest = hashlib.sha256(token.encode()).hexdigest()
    when = {"none": None, "future": time.time() + HOUR, "past": time.time() - 60}[expiry]
    parts = [name, f"sha256={digest}"]
    parts += [f"publish={','.join(publish)}"] if publish else []
    parts += [f"watch={','.join(watch)}"] if watch else []
    parts += ["admin"] if admin else []
    parts += [time.strftime("expires=%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))] if when else []
    return " ".join(parts)


def forged(keys, others, good):
    """Forged JWTs that look valid, by their defect."""
    def encoded(part):
        return base64.urlsafe_b64encode(part).rstrip(b"=")

    def by_hand(header, signature, body=good):
        signed = encoded(json.dumps(header).encode()) + b"." + encoded(json.dumps(body).encode())
        return (signed + b"." + encoded(signature(signed))).decode()

    def hashed(key):
        return lambda signed: hmac.new(key, signed, hashlib.sha256).digest()

    genuine = {algorithm: keys.sign(good, algorithm) for algorithm in keys.signing}
    other_body = encoded(json.dumps(good | {"watch": ["*"], "publish": ["*"], "sub": "other"}).encode()).decode()
    p384 = ec.generate_private_key(ec.SECP384R1())
    foreign = HMACAlgorithm.to_jwk(others.secret, as_dict=True)
    tokens = {
        "alg none": jwt.encode(good, None, "none"),
        "alg nOnE": by_hand({"alg": "nOnE", "typ": "JWT"}, lambda _: b""),
        "alg none with a signature": by_hand({"alg": "none", "typ": "JWT"}, hashed(keys.secret)),
        "no alg": by_hand({"typ": "JWT"}, hashed(keys.secret)),
        "ES384 by a P-384 key": jwt.encode(good, p384, "ES384"),
        "ES256 named, signed on P-384": by_hand({"alg": "ES256"}, lambda _: b"\1" * 96),
        "ES256 signed by zeros": by_hand({"alg": "ES256"}, lambda _: bytes(64)),
        "HS512 by the right secret": jwt.encode(good, keys.secret + bytes(32), "HS512"),
        "its own key in the header": by_hand({"alg": "HS256", "jwk": foreign}, hashed(others.secret)),
        "an unknown kid": others.sign(good, "ES256", kid="unknown"),
        "a kid that is a path": others.sign(good, "HS256", kid="../../../../dev/null"),
        "exp as text": keys.sign(good | {"exp": "tomorrow"}, "HS256"),
        "a body that is not an object": by_hand({"alg": "HS256"}, hashed(keys.secret), ["publish", "*"]),
        "publish as a number": by_hand({"alg": "HS256"}, hashed(keys.secret), good | {"publish": 1}),
        "only dots": "..",
    }
    for algorithm, token in genuine.items():
        head, body, signature = token.split(".")
        public = keys.public(algorithm)
        tokens |= {
            f"{algorithm} by another key": others.sign(good, algorithm),
            f"{algorithm} without its signature": f"{head}.{body}.",
            f"{algorithm} with another body": f"{head}.{other_body}.{signature}",
            f"{algorithm} expired": keys.sign(claims(["*"], ["*"], expiry="past"), algorithm),
            f"{algorithm} not yet valid": keys.sign(claims(["*"], ["*"], expiry="not yet"), algorithm),
        }
        if algorithm != "HS256":
            tokens[f"HS256 by the public PEM of {algorithm}"] = by_hand({"alg": "HS256"}, hashed(public))
            stripped = hashed(public.strip())
            name = f"HS256 by the public PEM of {algorithm} without its last newline"
            tokens[name] = by_hand({"alg": "HS256"}, stripped)
    return tokens
