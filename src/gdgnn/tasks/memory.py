"""Memory that is freed and asked for again in each step, kept in between."""

from __future__ import annotations

import ctypes
import os
import sys

# As glibc's malloc.h names what can be set, and to what it is set.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_KEPT_BYTES = 2**31 - 1
_OWN_MAPPING_BYTES = 2**30
_USERS_CHOICE = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES")


def keep_freed_memory() -> bool:
    """Have the process keep up to 2 GiB of freed memory, instead of giving it back to the system at once.

    A step of training makes and frees the same large tensors again and again. By default the C library asks
    the system for each of them, which fills every page with zeros first: on large graphs that is a third of
    the time. Arrays of more than 1 GiB are given back at once as before.

    It holds for the whole process, and only under Linux's usual C library (glibc). :func:`fit` calls it; in a
    loop of your own, call it once. It does nothing where one of the variables ``MALLOC_TRIM_THRESHOLD_``,
    ``MALLOC_MMAP_THRESHOLD_`` and ``GLIBC_TUNABLES`` is set: whoever set it knows better.

    Returns:
        Whether memory is kept.

    Example:
        >>> keep_freed_memory() == keep_freed_memory()
        True
    """
    if sys.platform != "linux" or any(name in os.environ for name in _USERS_CHOICE):
        return False
    library = ctypes.CDLL(None)
    if not hasattr(library, "gnu_get_libc_version"):
        return False
    set_option = library.mallopt
    return bool(set_option(_MMAP_THRESHOLD, _OWN_MAPPING_BYTES) and set_option(_TRIM_THRESHOLD, _KEPT_BYTES))
