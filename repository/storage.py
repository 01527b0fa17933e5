"""Where the stores that git does not carry have their folders (fabric/1.0, *Storage*)."""

from __future__ import annotations

from .source import StoreName

RUNTIME = (StoreName.THREADS, StoreName.PROJECTIONS, StoreName.RECEIPTS)

SHARED_FOLDERS = {StoreName.SHARED: "fabric/events"} | {each: f"fabric/runtime/{each}" for each in RUNTIME}
"""By store, its folder below git's common folder; relative, with ``/``."""

LOCAL_FOLDERS = {StoreName.ACTIVE: ".fabric/active/events"} | {
    each: f".fabric/active/runtime/{each}" for each in RUNTIME
}
"""By store, its folder below the root; beside git only the first of them is read."""

IN_COMMON = "git-common:"
"""What a path below git's common folder begins with, as people are shown it."""
