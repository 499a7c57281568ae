-- Create a PostgreSQL account for the shop that may only read and write rows. Run this once, as the account that owns
-- the database and runs `migrate`: psql --file deploy/rights.sql shop
-- Then set its password (\password shop_app) and use it in the shop's DATABASE_URL. `migrate` still uses the owner.

CREATE ROLE shop_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO shop_app;

-- Existing tables and sequences, and those that later migrations will create.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO shop_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO shop_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO shop_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO shop_app;
