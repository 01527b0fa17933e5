"""The only two places a time of judgement can come from when nobody gives one: the environment and the clock."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping

from .errors import UsageError
from .paths import shown

_LAST_SECOND = 253_402_300_799  # 9999-12-31T23:59:59Z, the last the protocol's times can say


def source_date_epoch(environ: Mapping[str, str]) -> int | None:
    """``SOURCE_DATE_EPOCH`` in seconds since 1970 UTC, or None where it is unset or empty.

    Raises UsageError where it is not a whole number of seconds up to the year 9999
    (reproducible-builds.org, *SOURCE_DATE_EPOCH specification*).
    """
    text = environ.get("SOURCE_DATE_EPOCH", "")
    if not text:
        return None
    if re.fullmatch(r"[0-9]{1,12}", text) is None or int(text) > _LAST_SECOND:
        raise UsageError(
            f"SOURCE_DATE_EPOCH is {shown(text[:40])!r}, which is not a number of seconds since 1970",
            "Set it to whole seconds, for example SOURCE_DATE_EPOCH=$(git log -1 --format=%ct), or unset it.",
        )
    return int(text)


def now() -> int:
    """The machine's clock, in whole seconds since 1970 UTC."""
    return int(time.time())
