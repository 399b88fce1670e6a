// The time from an event to its incident on the stream of one organization: with nothing else going on, beside a crowd
// of organizations that a sender makes up, and beside one that sends far more than its share as well.
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { startDaemon } from "./processes.mjs";
import { measureStream } from "./stream.mjs";
import { batch, log } from "./telemetry.mjs";
import { viewToken } from "./token.mjs";

const MADE_UP = 100_000;
const NOISY_EVENTS_PER_SECOND = 30_000;
const NOISY_BATCH = 500;
const NOISY_SENDERS = 4;
const SENDERS = 32;
const READY_EVERY_MS = 250;

/** Prints the three times, the memory so far and how often the daemon wasn't ready. */
export async function measureOrganizations({ seconds, report, madeUp = MADE_UP }) {
  const daemon = await startDaemon("ingest,core,worker");
  const readiness = watchReadiness(daemon.url);
  /** In an organization of its own each time: an incident that is open already isn't reportWaits again. */
  const stream = (organization) =>
    measureStream(daemon, {
      token: viewToken(daemon.secret, organization),
      organization,
      eventsPerSecond: 50,
      seconds,
    });
  const reportWaits = (name, { p50, p99, count }, more = "") =>
    report(name, `p50 ${p50} ms, p99 ${p99} ms over ${count} incidents${more}`);
  try {
    // They are known from now on, so that a crowd leaves them their room.
    for (const known of ["crowded", "drowned"]) await post(`${daemon.url}/events/logs`, known, JSON.stringify(log(1)));
    reportWaits("one organization alone", await stream("alone"));
    for (const [name, organization, noisyEventsPerSecond] of [
      ["beside made-up ones", "crowded", 0],
      ["beside a noisy one, too", "drowned", NOISY_EVENTS_PER_SECOND],
    ]) {
      const attack = startAttack({ url: daemon.url, madeUp, noisyEventsPerSecond });
      const times = await stream(organization);
      const { requests, taken, noisy } = await attack.stop();
      reportWaits(name, times, `; ${requests} made-up names, ${taken} taken, ${noisy} events of the noisy one`);
      report("  memory until then", `${daemon.memory().peak} MiB at the most`);
    }
    report("readiness, organizations", `${readiness.failed()} of ${readiness.asked()} times not ready`);
  } finally {
    readiness.stop();
    await daemon.stop();
  }
}

/** Answers with the status. */
async function post(url, organization, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-organization-id": organization },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

function watchReadiness(url) {
  let [asked, failed] = [0, 0];
  const timer = setInterval(async () => {
    asked += 1;
    const { ok } = await fetch(`${url}/health/ready`).catch(() => ({ ok: false }));
    if (!ok) failed += 1;
  }, READY_EVERY_MS);
  return { asked: () => asked, failed: () => failed, stop: () => clearInterval(timer) };
}

/** In a thread of its own, so that the times that are taken here are the daemon's. */
function startAttack(load) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: load });
  // It may end before it is stopped: its answer is awaited from here on.
  const sent = once(worker, "message");
  return {
    async stop() {
      worker.postMessage("stop");
      return (await sent)[0];
    },
  };
}

async function attack({ url, madeUp, noisyEventsPerSecond }) {
  const sent = { requests: 0, taken: 0, noisy: 0 };
  let isOver = false;
  parentPort.once("message", () => {
    isOver = true;
  });
  const makeUp = async () => {
    while (!isOver && sent.requests < madeUp) {
      const number = sent.requests++;
      const body = JSON.stringify(log(number, { service: `made-up-${number}` }));
      if ((await post(`${url}/events/logs`, `made-up-${number}-${noisyEventsPerSecond}`, body)) === 202)
        sent.taken += 1;
    }
  };
  const began = performance.now();
  let noise = 0;
  const makeNoise = async () => {
    while (!isOver) {
      const number = noise;
      noise += NOISY_BATCH;
      const late = began + (number / noisyEventsPerSecond) * 1000 - performance.now();
      if (late > 0) await new Promise((resolve) => setTimeout(resolve, late));
      if ((await post(`${url}/events/logs/batch`, "noisy", batch(number, NOISY_BATCH))) === 202)
        sent.noisy += NOISY_BATCH;
    }
  };
  await Promise.all([
    ...Array.from({ length: SENDERS }, makeUp),
    ...Array.from({ length: noisyEventsPerSecond > 0 ? NOISY_SENDERS : 0 }, makeNoise),
  ]);
  return sent;
}

if (!isMainThread) parentPort.postMessage(await attack(workerData));
