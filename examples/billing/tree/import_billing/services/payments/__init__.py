"""The way out to payment providers."""
