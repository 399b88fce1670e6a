#!/bin/sh
# Sends one log, one metric, one deployment and one batch to Tocsin: sh send.sh
# Settings: TOCSIN_INGEST_URL, TOCSIN_ORGANIZATION, TOCSIN_INGEST_API_KEY.
set -eu
url=${TOCSIN_INGEST_URL:-http://127.0.0.1:7071}

# post PATH CONTENT-TYPE < BODY
# --retry: again after 408, 429, 500, 502, 503, 504 and when nobody answers, at the time that Retry-After names.
# Idempotency-Key: a request whose answer got lost has its effect once, however often it is sent.
post() {
  curl --silent --show-error --fail-with-body --max-time 20 \
    --retry 8 --retry-connrefused \
    --header "content-type: $2" \
    --header "x-organization-id: ${TOCSIN_ORGANIZATION:-shop}" \
    --header "x-api-key: ${TOCSIN_INGEST_API_KEY:-}" \
    --header "idempotency-key: $(cat /proc/sys/kernel/random/uuid)" \
    --data-binary @- "$url$1"
  echo
}

# Without a timestamp an event gets the time at which the server received it.
post /events/logs application/json <<'BODY'
{"service": "checkout-api", "level": "error", "message": "payment-api answered 503",
 "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "metadata": {"env": "production", "region": "eu-1"}}
BODY

post /events/metrics application/json <<'BODY'
{"service": "checkout-api", "name": "latency_p95_ms", "value": 412, "unit": "ms", "labels": {"env": "production"}}
BODY

# Send this at the end of a deployment; metadata.status failed makes an incident of it.
post /events/deployments application/json <<BODY
{"service": "checkout-api", "version": "2.19.1", "environment": "production",
 "gitHash": "8c1f0d2", "metadata": {"status": "succeeded", "actor": "${USER:-nobody}"}}
BODY

# A batch: an array, or one object a line as here. With onInvalid=skip the second line, whose level Tocsin doesn't
# know, becomes a dead letter; without it the answer is 400 and nothing of the batch is stored.
post '/events/logs/batch?onInvalid=skip' application/x-ndjson <<'BODY'
{"service": "checkout-api", "level": "info", "message": "order A-1001 placed", "timestamp": "2026-01-02T03:04:05.678Z"}
{"service": "checkout-api", "level": "loud", "message": "nobody knows this level"}
{"service": "cart-api", "level": "warn", "message": "cart of 120 items", "timestamp": "2026-01-02T04:04:05+01:00"}
BODY
