"""What is accepted of the findings: suppressions, the baseline, and what of them accepts nothing."""
