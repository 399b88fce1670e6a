// Sends events at a steady rate, some of which open incidents, and takes the time until each is on the stream.
import { log } from "./telemetry.mjs";

const TICK_MS = 20;

export async function measureStream(daemon, { token, organization, eventsPerSecond, seconds }) {
  const sentAt = new Map();
  const delays = [];
  const abort = new AbortController();
  const response = await fetch(`${daemon.core}/incidents/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const reading = read(response.body, (incident) => {
    const sent = sentAt.get(incident.primaryService);
    if (sent === undefined) return;
    sentAt.delete(incident.primaryService);
    delays.push(performance.now() - sent);
  }).catch(() => undefined);

  const size = (eventsPerSecond * TICK_MS) / 1000;
  const began = performance.now();
  let ticks = 0;
  let number = 0;
  while (performance.now() - began < seconds * 1000) {
    const late = began + ticks * TICK_MS - performance.now();
    if (late > 0) await new Promise((resolve) => setTimeout(resolve, late));
    const events = Array.from({ length: size }, () => log(number++));
    if (ticks % 5 === 0) {
      const service = `canary-${ticks}`;
      sentAt.set(service, performance.now());
      events[0] = log(0, { service, level: "fatal", message: "out of memory" });
    }
    await fetch(`${daemon.url}/events/logs/batch`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-organization-id": organization },
      body: JSON.stringify(events),
    });
    ticks++;
  }
  const rate = (number / (performance.now() - began)) * 1000;
  const deadline = performance.now() + 10_000;
  while (sentAt.size > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  abort.abort();
  await reading;
  if (sentAt.size > 0) throw new Error(`${sentAt.size} incidents never came on the stream.`);
  delays.sort((a, b) => a - b);
  const at = (share) => Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]);
  return { p50: at(0.5), p99: at(0.99), count: delays.length, rate };
}

async function read(body, take) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const frames = rest.split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      const data = frame.split("\n").find((line) => line.startsWith("data: "));
      if (data && !frame.includes("\nevent: ")) take(JSON.parse(data.slice(6)));
    }
  }
}
