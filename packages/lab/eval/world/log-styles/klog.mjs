// Kubernetes-style Go controllers with klog headers.

export const klog = {
  name: "klog",
  verbs: "Reconciled Synced Scheduled Evicted Bound Resized Promoted Garbage-collected Adopted Patched".split(" "),
  nouns: "transcode job,segment,bucket,node,shard,ingest,volume,replica,route,quota".split(","),
  info: [
    '"VERB NOUN" noun="media/{hex}" duration="{ms}ms"',
    "VERB NOUN media/{hex}",
    "Event(NOUN {id}): type: 'Normal' reason: 'VERB'",
    "Watch on NOUN closed with {many} items received",
    '"Finished sweep" kind="NOUN" deleted={n}',
  ],
  warn: [
    "Throttling request took {ms}ms, request: GET:/apis/NOUN",
    "NOUN {hex} is not ready, requeue after {n}s",
    "watch of NOUN ended with: too old resource version: {num}",
  ],
  error: [
    "error syncing 'media/{hex}': NOUN is being deleted, requeuing",
    "Failed to update status of NOUN media/{hex}: object has been modified",
    '"Unhandled Error" err="NOUN {hex}: invalid spec"',
    "couldn't find key for NOUN {id}",
  ],
  debug: ["cache sync NOUN {n}"],
  failures: {
    refused: "Failed to list from PEER: dial tcp {ip}:443: connect: connection refused",
    timeout: 'Get "https://PEER/v1/{num}": context deadline exceeded after {took}ms',
    status: "PEER: the server is currently unable to handle the request ({hex})",
    payment: "PEER declined charge {hex}: status 402",
    reset: "read tcp {ip}:{port}->PEER: connection reset by peer",
    limited: "PEER: Too Many Requests, client rate limiter Wait returned an error",
    lock: "PEER: canceling statement due to lock timeout ({num})",
    newError: "NOUN media/{hex} has checksum drift in part {n}",
  },
  start: ["Starting controller version v1.{n}", "Waiting for caches to sync", "Caches are synced"],
  stop: ["Shutting down controller", "Stopping NOUN workers"],
  fatal: ["leaderelection lost", "panic: runtime error: out of memory"],
  heartbeat: "successfully renewed lease media/controller ({n})",
  request: '"HTTP" verb="{method}" URI="PATH" latency="{took}ms" resp={status} srcIP="{ip}:{port}"',
  hasRequestErrors: false,
  trace: () => "",
  line: ({ level, text, fields, noun }) =>
    `${level === "debug" ? "I" : level[0].toUpperCase()}0504 {clock}       1 ${noun.replaceAll(" ", "_")}.go:${(text.length % 400) + 20}] ${text}${fields.map(([key, value]) => ` ${key}="${value}"`).join("")}`,
};
