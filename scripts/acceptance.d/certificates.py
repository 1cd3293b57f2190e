"""An operator's certificates, made and read by openssl."""
import collections
import re
import ssl
import subprocess

from trial import Abandoned

Certificate = collections.namedtuple("Certificate", "chain key")

KEYS = {"ec": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"], "rsa": ["-newkey", "rsa:2048"]}


def openssl(*arguments, said=""):
    """The output of openssl, with its error messages."""
    command = ["openssl", *map(str, arguments)]
    ran = subprocess.run(command, input=said, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         errors="replace", timeout=60, check=False)
    return ran.stdout


def fingerprint(pem):
    """SHA-256 of the certificate's DER, in hexadecimal with colons, in openssl's format."""
    said = openssl("x509", "-noout", "-fingerprint", "-sha256", said=pem)
    match = re.search(r"Fingerprint=([0-9A-F:]{95})", said)
    if not match:
        raise Abandoned(f"openssl cannot read the certificate: {said[-300:]}")
    return match[1]


class Authority:
    """Signs certificates for this machine."""

    def __init__(self, trial, name="authority"):
        self._trial = trial
        self.certificate, self._key = trial.file(f"{name}.pem"), trial.file(f"{name}.key")
        self._made("req", "-x509", *KEYS["ec"], "-nodes", "-days", 30, "-subj", f"/CN=Trial {name}",
                   "-addext", "basicConstraints=critical,CA:TRUE", "-keyout", self._key, "-out", self.certificate)

    def issue(self, name, kind="ec", addresses=("127.0.0.1",)):
        """A certificate for localhost and these addresses, with its key, in files of this name."""
        certificate, key, request, extensions = (self._trial.file(f"{name}.{end}")
                                                 for end in ("pem", "key", "csr", "ext"))
        names = ",".join(["DNS:localhost", *(f"IP:{address}" for address in addresses)])
        extensions.write_text(f"subjectAltName={names}\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n")
        self._made("req", "-new", *KEYS[kind], "-nodes", "-subj", f"/CN={name}", "-keyout", key, "-out", request)
        self._made("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self._key, "-CAcreateserial",
                   "-days", 30, "-extfile", extensions, "-out", certificate)
        return Certificate(certificate, key)

    @property
    def client(self):
        """A Python client's context that trusts this authority only."""
        return ssl.create_default_context(cafile=str(self.certificate))

    @staticmethod
    def _made(*arguments):
        said = openssl(*arguments)
        out = arguments[arguments.index("-out") + 1]
        if not out.exists() or out.stat().st_size == 0:
            raise Abandoned(f"openssl did not make {out.name}: {said[-300:]}")


def served(endpoint, *options):
    """The fingerprint of the certificate in a new handshake."""
    return fingerprint(handshake(endpoint, *options))


def handshake(endpoint, *options, said=""):
    """The output of 'openssl s_client' for a handshake."""
    host, port = endpoint
    return openssl("s_client", "-connect", f"{host}:{port}", *options, said=said)
