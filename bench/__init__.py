"""Speed of the shop, compared with minimal views on the same machine, server and database."""
