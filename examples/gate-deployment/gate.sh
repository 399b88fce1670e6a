#!/bin/sh
# Whether a service may be deployed now: sh gate.sh SERVICE [SEVERITY,…]
# Ends with 0 where nothing stands against it, 1 where an incident does, 2 where nobody could say.
set -u
service=${1:-}
# Not ${1:?…}: what that ends with is 1 in some shells, which here means an incident.
if [ -z "$service" ]; then
  echo "Usage: sh gate.sh SERVICE [SEVERITY,…]" >&2
  exit 2
fi

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
