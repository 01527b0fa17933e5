"""Services of the billing team."""
