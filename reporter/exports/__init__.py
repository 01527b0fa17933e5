"""What was read, for other programs: tables, graphs and PROV."""
