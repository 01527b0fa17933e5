"""How hard to look: some seconds with the suite, as long as one likes with ``make fuzz``."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "60"))


def effort(weight: int = 1) -> settings:
    """Settings for a test whose examples cost ``weight`` times those of the cheapest."""
    return settings(
        max_examples=max(_EXAMPLES // weight, 5),
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )
