// Plays recording.ndjson.gz into Tocsin: node play.mjs [--url http://127.0.0.1:7071] [--organization demo] [--key KEY]
//
// Every event gets the time it would have had if the recording ended now, and all are sent at once, in order.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:7071" },
    organization: { type: "string", default: "demo" },
    key: { type: "string" },
  },
});
const BATCH_MAX = 500;
const PATHS = { log: "/events/logs/batch", metric: "/events/metrics", deployment: "/events/deployments" };
const headers = {
  "content-type": "application/json",
  "x-organization-id": values.organization,
  ...(values.key === undefined ? {} : { "x-api-key": values.key }),
};

/** Sends again while the daemon says that it can't take it now. */
async function post(path, body) {
  for (;;) {
    const response = await fetch(new URL(path, values.url), { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (response.status === 202) return;
    if (response.status !== 503) throw new Error(`${path} answered ${response.status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get("retry-after") ?? 1)));
  }
}

const lines = gunzipSync(readFileSync(new URL("recording.ndjson.gz", import.meta.url)))
  .toString("utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const start = Date.now() - lines.at(-1).offsetMs;

/** Logs go in batches; a metric or a deployment between them keeps its place. */
let logs = [];
async function flush() {
  if (logs.length > 0) await post(PATHS.log, logs);
  logs = [];
}

for (const { offsetMs, kind, event } of lines) {
  const timed = { ...event, timestamp: new Date(start + offsetMs).toISOString() };
  if (kind === "log") logs.push(timed);
  if (kind !== "log" || logs.length === BATCH_MAX) await flush();
  if (kind !== "log") await post(PATHS[kind], timed);
}
await flush();
console.log(`${lines.length} events sent to the organization ${values.organization}.`);
