#!/bin/sh
# Create the database account of the shop and upkeep (rights.sql) with the password SHOP_APP_PASSWORD. The PostgreSQL
# container runs this once, on a new volume. Only migrations use the owner's account, POSTGRES_USER.
set -eu
sql() { psql --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" "$@"; }

sql --file="${RIGHTS:-/rights.sql}"
echo "ALTER ROLE shop_app PASSWORD :'password'" | sql --set=password="$SHOP_APP_PASSWORD"
