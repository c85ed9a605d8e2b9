"""This machine's addresses in the living room, as phones would type them."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

# Reserved for documentation (RFC 5737): connecting a UDP socket sends nothing,
# it only makes the kernel choose the address that others reach us by.
ELSEWHERE = ("192.0.2.1", 9)

READ_ADDRESS = 0x8915  # SIOCGIFADDR


def addresses() -> list[str]:
    """The IPv4 addresses that phones can reach, the likeliest first."""
    found = dict.fromkeys([*_towards_others(), *_of_interfaces()])
    return [address for address in found if not address.startswith(("127.", "0."))]


def local_name() -> str:
    """The name that phones find this machine by without a name server (mDNS)."""
    return socket.gethostname().split(".")[0].lower() + ".local"


def reachable(origin: str) -> str:
    """The same site as other phones reach it: they have a localhost of their own.

    >>> reachable("http://192.168.1.5:8000")
    'http://192.168.1.5:8000'
    """
    parts = urlsplit(origin)
    if parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        return origin
    try:
        port = f":{parts.port}" if parts.port else ""
    except ValueError:  # a Host header holds whatever its sender likes, 99999 too
        return origin
    return next((f"{parts.scheme}://{address}{port}" for address in addresses()), origin)


def household(address: str) -> str:
    """Who an address belongs to: with IPv6 a household has a whole /64 of them.

    >>> household("2001:db8::9"), household("192.168.1.5")
    ('2001:db8::/64', '192.168.1.5')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if found.version == 6 else address


def _towards_others() -> list[str]:
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
    ):
        probe.connect(ELSEWHERE)
        return [probe.getsockname()[0]]
    return []


def _of_interfaces() -> list[str]:
    """Each network's own address: a hotspot of our own leads nowhere else."""
    if sys.platform != "linux":
        return []
    import fcntl  # is not on Windows

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), READ_ADDRESS, request)
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
