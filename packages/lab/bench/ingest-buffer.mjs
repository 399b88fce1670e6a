// Measures what logging through the SDK's buffer costs the program that logs, against a loop that pushes the same events
// into an array, and against JSON.stringify alone. Run by itself: node --expose-gc packages/lab/bench/ingest-buffer.mjs
import { pathToFileURL } from "node:url";
import { Tocsin } from "../../sdk/dist/index.js";
import { at, inOrder } from "./timing.mjs";

const EVENTS = 200_000;
const ROUNDS = 7;

const event = (n) => ({
  service: "checkout-api",
  level: "info",
  message: `order A-${n} was placed and paid within ${n % 900} ms`,
  metadata: { env: "production", region: "eu-1", orderId: `A-${n}`, ms: n % 900 },
});
const events = Array.from({ length: EVENTS }, (_, n) => event(n));

/** A server that takes all at once. */
const takes = async () => new Response('{"accepted":1}', { status: 202 });
const open = (fetch) =>
  new Tocsin({ fetch }).ingest.buffered({
    maxEvents: EVENTS,
    maxBytes: 2 ** 30,
    flushOnExit: false,
    onError: () => {},
  });

/** Nanoseconds an event. */
function timed(work) {
  const began = performance.now();
  for (const each of events) work(each);
  return ((performance.now() - began) * 1e6) / EVENTS;
}

export async function measureIngestBuffer() {
  const times = { array: [], json: [], buffer: [], whole: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const array = [];
    const texts = [];
    const buffer = open(takes);
    const began = performance.now();
    const results = {
      buffer: timed((each) => buffer.log(each)),
      whole: await buffer.flush({ timeoutMs: 60_000 }).then(() => ((performance.now() - began) * 1e6) / EVENTS),
      array: timed((each) => array.push(each)),
      json: timed((each) => texts.push(JSON.stringify(each))),
    };
    const { accepted } = await buffer.close();
    if (accepted !== EVENTS) throw new Error(`${accepted} of ${EVENTS} events were taken.`);
    // The first round warms up.
    if (round > 0) for (const [name, value] of Object.entries(results)) times[name].push(value);
  }
  const [array, json, buffer, whole] = Object.values(times).map((each) => at(inOrder(each), 0.5));
  const rate = (ns) => `${Math.round(1e9 / ns / 1000)}k events/s`;
  console.log(
    `${"buffer.log".padEnd(30)} ${buffer.toFixed(0)} ns (${rate(buffer)}); ${(buffer / array).toFixed(0)} times an array's push (${array.toFixed(0)} ns), ${(buffer / json).toFixed(1)} times JSON.stringify (${json.toFixed(0)} ns)`,
  );
  console.log(`${"buffer.log and the sending".padEnd(30)} ${whole.toFixed(0)} ns (${rate(whole)})`);
  console.log(`${"memory of what waits".padEnd(30)} ${perEvent()}`);
}

function perEvent() {
  if (!globalThis.gc) return "not measured (--expose-gc)";
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  const buffer = open(() => new Promise(() => {}));
  for (const each of events) buffer.log(each);
  globalThis.gc();
  const heap = (process.memoryUsage().heapUsed - before) / EVENTS;
  const { bytes } = buffer.stats();
  return `${heap.toFixed(0)} bytes an event, of which ${(bytes / EVENTS).toFixed(0)} are its JSON`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await measureIngestBuffer();
