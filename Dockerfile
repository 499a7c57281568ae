# The shop in production: two stages that build, and one that runs, without a shell, a package manager or root.
# See docs/deploying.md.

# --- The browser app -------------------------------------------------------------------------------------------------
FROM node:22-bookworm-slim AS browser
WORKDIR /shop/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
COPY frontend/tools ./tools
RUN npm ci --no-audit --no-fund
COPY frontend ./
COPY static /shop/static
COPY templates /shop/templates
COPY charityshop /shop/charityshop
RUN npm run build

# --- The server's packages, each file by its hash, and the static files ------------------------------------------------
# Debian's own Python, as in the last stage: with another 3.11 the lock would choose other packages.
FROM debian:12-slim AS server
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 python3-pip ca-certificates
WORKDIR /shop
COPY requirements.txt ./
RUN python3 -m pip install --no-cache-dir --disable-pip-version-check --require-hashes --only-binary :all: \
    --target /packages -r requirements.txt
COPY manage.py gunicorn.conf.py ./
COPY charityshop charityshop
COPY accounts accounts
COPY events events
COPY bookings bookings
COPY discounts discounts
COPY paypal paypal
COPY orders orders
COPY payments payments
COPY notices notices
COPY changes changes
COPY purchases purchases
COPY giving giving
COPY attention attention
COPY ledger ledger
COPY door door
COPY tables tables
COPY recaps recaps
COPY outbox outbox
COPY figures figures
COPY privacy privacy
COPY operations operations
COPY demo demo
COPY static static
COPY --from=browser /shop/static/app static/app
COPY --from=browser /shop/templates templates
RUN SHOP_NAME=none SHOP_TIME_ZONE=UTC TAX_RATE=0 PYTHONPATH=/packages python3 manage.py collectstatic --noinput --verbosity 0 \
    && rm -rf .run && mkdir -p /var/lib/shop/media && PYTHONPATH=/packages python3 -m compileall -q /packages /shop

# --- The final stage ---------------------------------------------------------------------------------------------------
# Debian 12's Python, and nothing else.
FROM gcr.io/distroless/python3-debian12:nonroot
ENV PYTHONPATH=/packages PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 BIND=0.0.0.0 PORT=8000
COPY --from=server /packages /packages
COPY --from=server /shop /shop
WORKDIR /shop
# A new volume gets the owner of the folder that it is mounted on.
COPY --from=server --chown=nonroot:nonroot /var/lib/shop/media /var/lib/shop/media
USER nonroot
EXPOSE 8000
# Commands run as `docker compose run --rm shop manage.py migrate`.
ENTRYPOINT ["/usr/bin/python3"]
CMD ["-m", "gunicorn"]
