import { decideOpening } from "../../src/incident/decide-opening.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { Incident } from "../../src/model/incident.ts";

export const MINUTE_MS = 60_000;
export const NOW = Date.UTC(2026, 10, 20, 12);

export const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  organizationId: "shop",
  ruleId: "log-fatal",
  signalType: "log_fatal",
  reason: "fatal_log",
  title: "Fatal log in checkout-api",
  description: "out of memory",
  severity: "HIGH",
  service: "checkout-api",
  environment: null,
  triggeringEventId: "event",
  evidence: ["event"],
  deduplicationKey: "log-fatal:checkout-api",
  at: NOW,
  observedAt: NOW,
  observations: 1,
  resolveAfterMs: 15 * MINUTE_MS,
  ...more,
});

export function incident(more: Partial<Incident> = {}): Incident {
  const opening = decideOpening(candidate(), undefined, NOW);
  if (opening.outcome !== "open") throw new Error("A candidate without a predecessor opens an incident.");
  return { ...opening.incident, ...more };
}
