"""A shop on several machines: two servers with PostgreSQL, Redis and a bucket, or behind PgBouncer."""
