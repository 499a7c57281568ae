"""What `run_demo` adds to the running shop."""

# Commands, in this order. The apps above this one add theirs when they are ready.
SEEDS = ["seed_orders"]
