"""Measures the shop against floors: what the same machine, server and database do without the shop. `make bench`."""
