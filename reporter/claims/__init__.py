"""Claims: for one subject and one record, what is declared, what was available, and what nobody knows."""
