-- PostgreSQL: an account for the shop that may read and write rows, and nothing more. Run once, as the account that owns
-- the database and runs `migrate`: psql --file deploy/rights.sql shop
-- Then give it a password (\password shop_app) and name it in the shop's DATABASE_URL; `migrate` keeps the owner's.

CREATE ROLE shop_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO shop_app;

-- What is there already, and what later migrations of this account will make.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO shop_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO shop_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO shop_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO shop_app;
