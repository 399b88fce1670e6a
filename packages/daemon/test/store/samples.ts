import type { Opened } from "../../src/incident/store.ts";
import { uuidv7 } from "../../src/kernel/ids.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { DeadLetter } from "../../src/model/dead-letter.ts";
import type { Incident } from "../../src/model/incident.ts";
import { type Scope, SYSTEM } from "../../src/model/scope.ts";
import type { LogEvent, Telemetry } from "../../src/model/telemetry.ts";
import type { CommitBatch } from "../../src/pipeline/commit-batch.ts";

export const NOW = Date.parse("2026-11-21T12:00:00Z");

const scopeOf = (organizationId: string): Scope => ({ organizationId, actor: SYSTEM, permissions: [] });
export const ACME = scopeOf("acme");
export const OTHER = scopeOf("other");

export const log = (given: Partial<LogEvent> = {}): LogEvent => ({
  kind: "log",
  id: uuidv7(NOW),
  organizationId: "acme",
  receivedAt: NOW,
  timestamp: NOW,
  service: "checkout",
  level: "info",
  message: "something happened",
  ...given,
});

export const metric = (given: Partial<Telemetry> = {}): Telemetry =>
  ({
    kind: "metric",
    id: uuidv7(NOW),
    organizationId: "acme",
    receivedAt: NOW,
    timestamp: NOW,
    service: "checkout",
    name: "latency",
    value: 12.5,
    unit: "ms",
    ...given,
  }) as Telemetry;

export function incident(given: Partial<Incident> = {}): Incident {
  const id = given.id ?? uuidv7(NOW);
  return {
    id,
    organizationId: "acme",
    title: "Checkout fails",
    description: "Errors above the threshold",
    severity: "HIGH",
    status: "OPEN",
    affectedServices: ["checkout"],
    primaryService: "checkout",
    environment: "production",
    signalType: "log_error_rate",
    ruleId: "log-error-rate",
    triggeringEventId: uuidv7(NOW),
    assigneeId: null,
    deduplicationKey: `key ${id}`,
    duplicateCount: 0,
    lastSeenAt: NOW,
    resolveAfterMs: null,
    parentIncidentId: null,
    groupId: null,
    diagnosisStatus: "PENDING",
    diagnosis: null,
    createdAt: NOW,
    updatedAt: NOW,
    resolvedAt: null,
    ...given,
  };
}

/** The incident that was opened. */
export function opened(outcome: Opened): Incident {
  if (outcome.outcome !== "opened") throw new Error("It was suppressed.");
  return outcome.incident;
}

export const candidate = (given: Partial<Candidate> = {}): Candidate => ({
  organizationId: "acme",
  ruleId: "log-error-burst",
  signalType: "log_error_burst",
  reason: "errors_above_burst_threshold",
  title: "Errors in checkout",
  description: "20 errors in a minute, 5 are usual.",
  severity: "HIGH",
  service: "checkout",
  environment: "production",
  triggeringEventId: uuidv7(NOW),
  evidence: [],
  deduplicationKey: "burst checkout",
  at: NOW,
  observedAt: NOW,
  observations: 1,
  resolveAfterMs: 60_000,
  ...given,
});

export const round = (given: Partial<CommitBatch> = {}): CommitBatch => ({
  progress: null,
  candidates: [],
  states: [],
  leases: [],
  deadLetters: [],
  replayed: [],
  counts: [],
  deployments: [],
  ...given,
});

export const deadLetter = (given: Partial<DeadLetter> = {}): DeadLetter => ({
  id: uuidv7(NOW),
  organizationId: "acme",
  kind: "log",
  receivedAt: NOW,
  reason: "/level must be one of the levels",
  attempts: 1,
  payload: { message: "ü", level: "silly" },
  ...given,
});

export const idsOf = (records: readonly string[]): string[] =>
  records.map((record) => (JSON.parse(record) as { id: string }).id);
