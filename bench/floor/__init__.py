"""What the shop is measured against: the least that the same framework, server and database can do."""
