"""How often a race is run."""

from django.db import connection

# Each attempt may take another order. On SQLite a transaction that writes excludes the others, so few orders are left.
ATTEMPTS = range(1 if connection.vendor == "sqlite" else 3)
