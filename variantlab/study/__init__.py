"""Studies: predictions and their ledger, verdicts, and the runs that settle them."""
