"""Reads bits of NAL units: ITU-T H.264, 7.2, 7.4.1 and 9.1."""

from __future__ import annotations

__all__ = ["Bits", "BitsEnd", "payload"]


class BitsEnd(ValueError):
    """There are fewer bits than the syntax needs."""


def payload(nal_unit: bytes, limit: int | None = None) -> bytes:
    """The RBSP behind the header byte, without emulation prevention; of its first ``limit`` bytes."""
    raw = nal_unit[1:] if limit is None else nal_unit[1 : 1 + limit]
    return raw.replace(b"\x00\x00\x03", b"\x00\x00")


class Bits:
    """Takes bits from the front of bytes. Every method raises BitsEnd at the end."""

    def __init__(self, data: bytes) -> None:
        self._value = int.from_bytes(data, "big")
        self._left = 8 * len(data)

    @property
    def left(self) -> int:
        """Bits that are left."""
        return self._left

    def u(self, count: int) -> int:
        """An unsigned integer of ``count`` bits, at most 64."""
        if count > self._left:
            raise BitsEnd("A NAL unit is too short.")
        self._left -= count
        return self._value >> self._left & (1 << count) - 1

    def flag(self) -> bool:
        """One bit."""
        return self.u(1) == 1

    def ue(self) -> int:
        """An unsigned Exp-Golomb code of at most 32 bits of value."""
        zeros = 0
        while not self.flag():
            zeros += 1
            if zeros > 32:
                raise BitsEnd("An Exp-Golomb code is too long.")
        return (1 << zeros) - 1 + self.u(zeros)

    def se(self) -> int:
        """A signed Exp-Golomb code."""
        code = self.ue()
        return (code + 1) // 2 if code % 2 else -(code // 2)
