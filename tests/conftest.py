"""What holds for every test."""

from hypothesis import HealthCheck, settings

# No test is by the clock: on a busy machine an example may take as long as it takes.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
