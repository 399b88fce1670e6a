import { readFileSync } from "node:fs";
import {
  createDetectionEngine,
  type EngineOptions,
  type StateChange,
} from "../../src/detect/engine/detection-engine.ts";
import type { MetricAnomalyRule, Rule } from "../../src/detect/rules/rule.ts";
import { parseRules } from "../../src/detect/rules/rules-file.ts";
import { extraEvidence, type Sensitivity } from "../../src/detect/rules/sensitivity.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { DeploymentEvent, LogEvent, MetricPoint, Telemetry } from "../../src/model/telemetry.ts";
import { createRandom } from "../support/random.ts";

export const ruleText = readFileSync(new URL("../../rules/default.yaml", import.meta.url), "utf8");
export const builtInRules: readonly Rule[] = parseRules(ruleText);
export const only = (...ids: string[]): Rule[] => builtInRules.filter((rule) => ids.includes(rule.id));

/** The rule for metrics unlike their history, with so much history asked for, and only what is rare. */
export const learned = (learnMinutes: number, minScore = 2): Rule[] =>
  only("metric-anomaly").map((rule) => ({ ...(rule as MetricAnomalyRule), learnMinutes, minScore }));

/** A full minute, some time in 2026. */
export const START = Date.UTC(2026, 4, 4, 10, 0, 0);
export const minutes = (number: number): number => number * MINUTE_MS;

/** Two kinds of messages whose ids are the same, as they are reckoned. */
export const COLLIDING = ["queue tqtmzgc", "queue cyewuiv"] as const;

let sent = 0;
const common = (at: number, service: string) => {
  sent++;
  return {
    id: `event-${String(sent).padStart(8, "0")}`,
    organizationId: "default",
    receivedAt: at,
    timestamp: at,
    service,
  };
};

export const log = (at: number, fields: Partial<LogEvent> = {}): LogEvent => ({
  ...common(at, "checkout-api"),
  kind: "log",
  level: "info",
  message: "request served",
  ...fields,
});
export const error = (at: number, fields: Partial<LogEvent> = {}): LogEvent =>
  log(at, { level: "error", message: "payment gateway refused the connection", ...fields });
export const metric = (at: number, value: number, fields: Partial<MetricPoint> = {}): MetricPoint => ({
  ...common(at, "checkout-api"),
  kind: "metric",
  name: "cpu_usage",
  unit: "percent",
  value,
  ...fields,
});
export const deployment = (at: number, fields: Partial<DeploymentEvent> = {}): DeploymentEvent => ({
  ...common(at, "checkout-api"),
  kind: "deployment",
  version: "2.4.0",
  environment: "production",
  gitHash: "abc1234",
  ...fields,
});

export const repeat = <T>(number: number, make: (index: number) => T): T[] =>
  Array.from({ length: number }, (_, index) => make(index));

/** `logs` a minute of which `errors` are errors, evenly spread, for so many minutes. */
export const traffic = (
  from: number,
  lasting: number,
  logs: number,
  errors: number,
  fields: Partial<LogEvent> = {},
): LogEvent[] =>
  repeat(lasting * logs, (index) => {
    const at = from + minutes(Math.floor(index / logs)) + Math.floor(((index % logs) * MINUTE_MS) / logs);
    return ((index % logs) * errors) % logs < errors ? error(at, fields) : log(at, fields);
  });

export interface World {
  /** Telemetry comes; `now` is when its last piece was taken unless said otherwise. */
  send(telemetry: readonly Telemetry[], now?: number): Candidate[];
  /** The same, in the chunks that a live queue would bring, `now` following. */
  live(telemetry: readonly Telemetry[], chunkMs?: number): Candidate[];
  /** Examines what wants to be examined by then. */
  wake(now: number): Candidate[];
  restart(): void;
  wakeAt(service?: string): number | null;
  state(service?: string): string;
}

/** The engine with a store around it, as the worker has it. */
export function createWorld(
  rules: readonly Rule[] = builtInRules,
  { sensitivity = "normal", ...options }: EngineOptions & { readonly sensitivity?: Sensitivity } = {},
): World {
  const stored = new Map<string, StateChange>();
  const name = (organizationId: string, service: string): string => `${organizationId} ${service}`;
  let engine = createDetectionEngine(rules, options);
  const save = (): void => {
    for (const change of engine.takeChanges()) stored.set(name(change.organizationId, change.service), change);
  };
  const load = (key: { organizationId: string; service: string }): void =>
    engine.load(key, stored.get(name(key.organizationId, key.service))?.state ?? null);
  const send = (telemetry: readonly Telemetry[], now = telemetry.at(-1)?.timestamp ?? START): Candidate[] => {
    engine.missing(telemetry).forEach(load);
    const found = engine.observe(telemetry, now, () => extraEvidence[sensitivity]);
    save();
    return found;
  };
  return {
    send,
    live(telemetry, chunkMs = 10_000) {
      const found: Candidate[] = [];
      let chunk: Telemetry[] = [];
      for (const item of telemetry) {
        const first = chunk[0];
        if (first !== undefined && item.timestamp - first.timestamp >= chunkMs) {
          found.push(...send(chunk));
          chunk = [];
        }
        chunk.push(item);
      }
      if (chunk.length > 0) found.push(...send(chunk));
      return found;
    },
    wake(now) {
      const due = [...stored.values()].filter((change) => change.wakeAt !== null && change.wakeAt <= now);
      due.forEach(load);
      const found = engine.examine(due, now);
      save();
      return found;
    },
    restart() {
      engine = createDetectionEngine(rules, options);
    },
    wakeAt: (service = "checkout-api") => stored.get(name("default", service))?.wakeAt ?? null,
    state: (service = "checkout-api") => stored.get(name("default", service))?.state ?? "",
  };
}

export const keys = (candidates: readonly Candidate[]): string[] => candidates.map((found) => found.deduplicationKey);
export const reasons = (candidates: readonly Candidate[]): string[] => candidates.map((found) => found.reason);

/** A seeded source of chance. */
export function createChance(seed: number): { next(): number; normal(): number; poisson(mean: number): number } {
  const { next } = createRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    normal,
    poisson(mean) {
      const limit = Math.exp(-mean);
      let number = 0;
      for (let product = next(); product > limit; product *= next()) number++;
      return number;
    },
  };
}
