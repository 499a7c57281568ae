"""A shop that has grown past one machine: two servers on PostgreSQL, Redis and a bucket, by environment alone."""
