#!/bin/sh
# Whether a service may be deployed now: sh gate.sh SERVICE [SEVERITY,…]
# Ends with 0 where nothing stands against it, 1 where an incident does, 2 where nobody could say.
set -u
service=${1:?Usage: sh gate.sh SERVICE [SEVERITY,…]}

against=$(tocsin incidents --service "$service" --severity "${2:-critical}" --state open --deduplicated --all -o name) || {
  echo "Nobody knows whether $service may be deployed." >&2
  exit 2
}
if [ -n "$against" ]; then
  printf '%s\n' "$against"
  echo "$service has open incidents: not now." >&2
  exit 1
fi
echo "Nothing stands against $service." >&2
