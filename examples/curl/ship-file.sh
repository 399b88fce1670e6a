#!/bin/sh
# Sends a whole log file, 500 lines a batch: sh ship-file.sh SERVICE FILE (needs jq)
# Settings as in send.sh. For a file that grows, use one of the shippers beside this folder.
set -eu
service=$1
file=$2
url=${TOCSIN_INGEST_URL:-http://127.0.0.1:7071}
batches=$(mktemp -d)
trap 'rm -rf "$batches"' EXIT

# A line is an event; the level is the word in capitals.
jq --raw-input --compact-output --arg service "$service" '
  def level:
    if test("\\b(FATAL|CRITICAL|PANIC)\\b") then "fatal"
    elif test("\\b(ERROR|SEVERE)\\b") then "error"
    elif test("\\bWARN(ING)?\\b") then "warn"
    elif test("\\b(TRACE|DEBUG)\\b") then "debug"
    else "info" end;
  {service: $service, level: level, message: ., metadata: {source: "curl"}}
' "$file" | split --lines=500 - "$batches/"

for batch in "$batches"/*; do
  gzip --stdout "$batch" | curl --silent --show-error --fail-with-body --max-time 20 \
    --retry 8 --retry-connrefused \
    --header "content-type: application/x-ndjson" --header "content-encoding: gzip" \
    --header "x-organization-id: ${TOCSIN_ORGANIZATION:-shop}" \
    --header "x-api-key: ${TOCSIN_INGEST_API_KEY:-}" \
    --header "idempotency-key: $(cat /proc/sys/kernel/random/uuid)" \
    --data-binary @- "$url/events/logs/batch?onInvalid=skip"
  echo
done
