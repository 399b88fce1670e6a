import { createDetectionEngine, type StateChange } from "../../src/detect/engine/detection-engine.ts";
import type { Rule } from "../../src/detect/rules/rule.ts";
import { decideOpening } from "../../src/incident/decide-opening.ts";
import { decideResolution } from "../../src/incident/resolve-quiet.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { idAfter, uuidv7 } from "../../src/kernel/ids.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident } from "../../src/model/incident.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";
import { createChance, deployment, error, log, metric } from "./support.ts";

/** What was accepted with one request. */
export type Request = readonly Telemetry[];

/**
 * Some hours of three services, in the order in which requests came: each every five seconds, up to 20 seconds late,
 * and now and then something goes wrong with one of them.
 */
export function history(seed: number, from: number, hours: number): Request[] {
  const chance = createChance(seed);
  const requests: { at: number; items: Telemetry[] }[] = [];
  for (const service of ["checkout-api", "cart", "search"]) {
    const latency = Math.floor(chance.next() * 20) * SECOND_MS;
    const troubles = Array.from({ length: hours }, (_, hour) => ({
      kind: Math.floor(chance.next() * 6),
      at: from + hour * 60 * MINUTE_MS + Math.floor(chance.next() * 40) * MINUTE_MS,
    }));
    for (let at = from; at < from + hours * 60 * MINUTE_MS; at += 5 * SECOND_MS) {
      const trouble = troubles.find((each) => at >= each.at && at < each.at + 12 * MINUTE_MS);
      const items = during(trouble?.kind, at, service, chance);
      if (items.length > 0) requests.push({ at: at + latency + Math.floor(chance.next() * SECOND_MS), items });
    }
  }
  let id = uuidv7(from);
  return requests
    .sort((a, b) => a.at - b.at)
    .map(({ at, items }) =>
      items.map((item) => {
        id = idAfter(id, 1);
        return { ...item, id, organizationId: "acme", receivedAt: at };
      }),
    );
}

function during(kind: number | undefined, at: number, service: string, chance: { next(): number }): Telemetry[] {
  const usual = [log(at, { service }), log(at + 1000, { service }), metric(at, 30 + chance.next() * 5, { service })];
  if (chance.next() < 0.02) usual.push(error(at + 2000, { service, message: "a card was declined" }));
  if (kind === undefined) return usual;
  const isFirst = chance.next() < 0.02;
  if (kind === 0) return [...usual, ...Array.from({ length: 8 }, () => error(at + 3000, { service }))];
  if (kind === 1) return isFirst ? [...usual, log(at, { service, level: "fatal", message: "out of disk" })] : usual;
  if (kind === 2) return [...usual, metric(at, 96, { service, name: "memory_usage" })];
  if (kind === 3) return [];
  if (kind === 4) return isFirst ? [...usual, deployment(at, { service, metadata: { status: "failed" } })] : usual;
  return [...usual, error(at, { service, message: `no such column ${"abcdefgh"[Math.floor(chance.next() * 8)]}` })];
}

/** In the order of their time, as the archive answers. */
export const byTime = (requests: readonly Request[]): Telemetry[] =>
  requests.flat().sort((a, b) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1));

/** What opened, live: each request is observed when it came, and every second it is looked who wants to be examined. */
export function live(requests: readonly Request[], rules: readonly Rule[], until: number): Incident[] {
  const engine = createDetectionEngine(rules);
  const incidents: Incident[] = [];
  const latest = new Map<string, number>();
  const stored = new Map<string, StateChange>();
  const keep = (index: number, changed: Partial<Incident>): void => {
    incidents[index] = { ...(incidents[index] as Incident), ...changed };
  };
  const take = (found: readonly Candidate[], now: number): void => {
    for (const candidate of found) {
      const index = latest.get(candidate.deduplicationKey) ?? -1;
      const opening = decideOpening(candidate, incidents[index], now);
      if (opening.outcome === "open") latest.set(candidate.deduplicationKey, incidents.push(opening.incident) - 1);
      else if (opening.outcome !== "settled") keep(index, opening.change.fields);
    }
    for (const change of engine.takeChanges()) stored.set(change.service, change);
  };
  const tick = (now: number): void => {
    const due = [...stored.values()].filter(({ wakeAt }) => wakeAt !== null && wakeAt <= now);
    if (due.length > 0) take(engine.examine(due, now), now);
    for (const index of latest.values()) {
      const quiet = incidents[index] as Incident;
      if (quiet.status !== "OPEN" || now - quiet.lastSeenAt < (quiet.resolveAfterMs ?? Infinity)) continue;
      keep(index, decideResolution(quiet, now, { since: 0, until: now })?.fields ?? {});
    }
  };
  let clock = requests[0]?.[0]?.receivedAt ?? until;
  for (const request of requests) {
    const at = request[0]?.receivedAt ?? clock;
    for (; clock < at; clock += SECOND_MS) tick(clock);
    for (const key of engine.missing(request)) engine.load(key, null);
    take(engine.observe(request, at), at);
  }
  for (; clock <= until; clock += SECOND_MS) tick(clock);
  return incidents;
}
