#!/bin/sh
# PostgreSQL in Docker: runs once, on a new volume. Makes the account that the shop and upkeep use (rights.sql) and gives
# it the password SHOP_APP_PASSWORD. The owner's account, POSTGRES_USER, is left to migrations.
set -eu
sql() { psql --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" "$@"; }

sql --file="${RIGHTS:-/rights.sql}"
echo "ALTER ROLE shop_app PASSWORD :'password'" | sql --set=password="$SHOP_APP_PASSWORD"
