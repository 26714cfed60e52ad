def reasons_of(*a): return {}
