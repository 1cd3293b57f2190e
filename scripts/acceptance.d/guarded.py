"""A relay with tokens, TLS and an admin listener, and the tools to load it."""
import asyncio
import subprocess

import certificates
import figures
from trial import Abandoned


class GuardedRelay:
    """A relay with tokens, TLS and an admin listener, and the tools to load it."""

    def __init__(self, trial):
        self.trial = trial

    def prepare(self, *options, **more):
        trial = self.trial
        certificate = certificates.Authority(trial).issue("relay")
        tokens = trial.file("tokens")
        # Another relay of the same trial may have written some.
        tokens.unlink(missing_ok=True)
        #: Files with a token each.
        self.token = self._new_token(tokens, "viewer", "--watch", "*")
        self.publish_token = self._new_token(tokens, "publisher", "--publish", "*")
        self.admin = f"127.0.0.1:{figures.free_port()}"
        self.relay = trial.relay("--admin", self.admin, "--tokens", tokens, "--tls-certificate", certificate.chain,
                                 "--tls-key", certificate.key, "--log-level", "notice", *options, **more)

    def _new_token(self, tokens, name, *scopes):
        path = self.trial.file(f"{name}.token")
        with open(path, "wb") as secret:
            subprocess.run([self.trial.streamd, "token", "new", "--name", name, *scopes, "--to", tokens], check=True,
                           stdout=secret, stderr=subprocess.DEVNULL)
        return path

    @staticmethod
    def secret(path):
        return path.read_text().strip()

    def compiled(self, source):
        program = self.trial.file(source.stem)
        subprocess.run(["gcc", "-O2", "-o", program, source, "-lssl", "-lcrypto"], check=True)
        return program

    async def output(self, *command):
        """The output of a program."""
        return await self.rest_of(await self.begin(*command))

    async def begin(self, *command):
        return await asyncio.create_subprocess_exec(*map(str, command), stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    async def rest_of(self, program):
        """All output of a program, once it has ended."""
        out, errors = await program.communicate()
        if program.returncode:
            raise Abandoned(f"a program failed with exit code {program.returncode}: {errors.decode()[-300:]}")
        return out

    async def metrics(self):
        return await asyncio.to_thread(figures.Metrics.of, self.admin)
