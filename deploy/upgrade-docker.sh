#!/bin/sh
# Upgrade the shop in Docker to a tag of this repository: sh deploy/upgrade-docker.sh 1.1.0
# Its steps are those of deploy/upgrade.py: everything is tried with a copy before the shop is stopped. If a step fails,
# or in the next run if this is killed, the old release starts again with all its data. See docs/operating.md.
set -eu
cd "$(dirname "$0")/.."
tag=${1:?Name a tag, such as 1.1.0}
image=charity-card-shop
backups=${BACKUPS:-backups}
backup=$backups/upgrade-$(date +%Y%m%d-%H%M%S).dump
unfinished=$backups/unfinished # old commit; then the data to go back to; then "started"
mkdir -p -m 0700 "$backups"
umask 077

in_database() { docker compose exec -T database "$@"; }

dump() { in_database pg_dump --username=shop --format=custom shop >"$1.part" && mv "$1.part" "$1"; }

load() { # into a database, which is replaced
  in_database dropdb --username=shop --if-exists --force "$1"
  in_database createdb --username=shop "$1"
  in_database pg_restore --username=shop --dbname="$1" --exit-on-error <"$2"
}

manage() { # with the new image, on a database
  database=$1
  shift
  SHOP_IMAGE=$image:new SHOP_DATABASE=$database docker compose run --rm -T migrate manage.py "$@"
}

go_back() {
  read -r old data started <"$unfinished"
  docker compose stop shop upkeep
  if [ -n "$started" ]; then dump "$backups/discarded-${data##*/}" || true; fi
  if [ -n "$data" ]; then load shop "$data"; fi
  echo "$old" >"$unfinished" # from here, the old release may take orders that no backup has
  git checkout --quiet "$old"
  docker tag $image:old $image
  docker compose up --detach --wait
  rm "$unfinished"
}

end() {
  status=$?
  trap - EXIT
  if [ "$status" = 0 ]; then exit; fi
  if [ -e "$unfinished" ]; then
    echo "Going back to the old release. If this fails or is interrupted, run it again."
    go_back
    echo "The old release runs with all its data. Backups are in $backups."
  else
    echo "Nothing has changed: the old release runs. Backups are in $backups."
  fi
  exit 1
}
trap end EXIT
trap 'exit 1' HUP INT TERM

if [ -e "$unfinished" ]; then
  echo "The last upgrade was interrupted."
  read -r old data started <"$unfinished"
  [ -n "$started" ] || exit 1
  docker compose up --detach --wait
  rm "$unfinished"
  echo "It was complete: the new release runs."
  exit
fi

dump "$backup"
git archive "$tag" | docker build --tag $image:new -
load shop_trial "$backup"
manage shop_trial check --deploy
manage shop_trial migrate
manage shop_trial check_books
in_database dropdb --username=shop shop_trial

docker tag $image $image:old
old=$(git rev-parse HEAD)
echo "$old" >"$unfinished"
docker compose stop upkeep shop
dump "$backup.stopped"
echo "$old $backup.stopped" >"$unfinished"
manage shop migrate
manage shop check_books
git checkout --quiet "$tag"
docker tag $image:new $image
echo "$old $backup.stopped started" >"$unfinished"
docker compose up --detach --wait
rm "$unfinished"
echo "$tag runs. A backup of the old release is in $backup."
