// Does something once for every incident, also for those of the time it wasn't running: node follow.mjs STATE-FILE
// What it does: a line on stdout, or a POST of the incident to REACT_URL where that is set.
import { readFile, rename, writeFile } from "node:fs/promises";
import { Tocsin } from "@tocsin/sdk";

const REMEMBERED_MAX = 10_000;
const [file] = process.argv.slice(2);
if (!file) {
  console.error("Usage: node follow.mjs STATE-FILE");
  process.exit(2);
}
const tocsin = new Tocsin();
const state = await load();
const done = new Set(state.done);

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => stop.abort());

// One thing at a time: the list and the stream may report the same incident.
let last = Promise.resolve();
const oneByOne = (work) => {
  last = last.then(work);
  last.catch((error) => stop.abort(error));
  return last;
};

try {
  const messages = tocsin.incidents.stream({
    signal: stop.signal,
    lastEventId: state.position,
    onConnectionChange: (now) => {
      if (!now.connected) console.error(`Not connected; again in ${now.retryInMs} ms.`);
      // A stream that begins anew tells only of what comes next; what is open already stands in the list.
      else if (!now.resumed) void oneByOne(catchUp);
      console.error(now.connected ? "Connected." : (now.error?.message ?? "The server ended the stream."));
    },
  });
  for await (const message of messages) {
    if (message.type === "reset") await oneByOne(catchUp);
    if (message.type === "incident") await oneByOne(() => reactOnce(message.incident));
    // Only now: where this program is killed before, it sees the message again.
    if (message.id !== undefined) await oneByOne(() => save(message.id));
  }
} catch (error) {
  if (!stop.signal.aborted || stop.signal.reason?.name !== "AbortError") {
    console.error(stop.signal.aborted ? stop.signal.reason.message : error.message);
    process.exitCode = 1;
  }
}

async function catchUp() {
  for (const status of ["OPEN", "INVESTIGATING", "REMEDIATING"])
    for await (const incident of tocsin.incidents.listAll({ status, deduplicated: true })) await reactOnce(incident);
}

async function reactOnce(incident) {
  if (done.has(incident.id) || incident.parentIncidentId !== null) return;
  await react(incident);
  done.add(incident.id);
  await save(state.position);
}

/** Yours. Killed between this and the save, it comes twice: let the receiver tell by the id. */
async function react({ id, severity, title, affectedServices }) {
  const url = process.env.REACT_URL;
  const text = JSON.stringify({ id, severity, title, affectedServices });
  if (!url) return void console.log(text);
  const headers = { "content-type": "application/json", "idempotency-key": id };
  const answer = await fetch(url, { method: "POST", headers, body: text, signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}

async function load() {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return { position: undefined, done: [] };
  }
}

/** Renamed into its place: a file that is there is whole. */
async function save(position) {
  state.position = position;
  state.done = [...done].slice(-REMEMBERED_MAX);
  await writeFile(`${file}.new`, JSON.stringify(state));
  await rename(`${file}.new`, file);
}
