import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Telemetry } from "../../model/telemetry.ts";
import { AHEAD_MS_MAX, ENVIRONMENT_IDLE_MINUTES, ENVIRONMENTS_MAX } from "../detection-bounds.ts";
import { environmentOf, normaliseEnvironment, PRODUCTION } from "../environment.ts";
import { keepDeployment, toDeployment } from "./recent-deployments.ts";
import { createServiceState, type ServiceState } from "./service-state.ts";

/**
 * The states of a service by normalised environment, so that staging doesn't hide production. Telemetry without an
 * environment counts as production's where that is known, and otherwise has a state of its own, UNNAMED, which may
 * become production's.
 */
export type Environments = Map<string, ServiceState>;

export const UNNAMED = "";

/** The state of environments beyond the limit. */
export const OTHERS = "*";

export interface Part {
  readonly name: string;
  readonly state: ServiceState;
  readonly items: Telemetry[];
}

/**
 * Distinguishes the deduplication keys of environments. UNNAMED has no suffix, since it may become production's while
 * an incident is open.
 */
export const keySuffix = (name: string): string => (name === UNNAMED || name === PRODUCTION ? "" : `@${name}`);

/** The environment as the telemetry spells it, if it is this one, or its normalised name. */
export function spelled(name: string, named: string | null): string | null {
  if (name === UNNAMED || name === OTHERS) return null;
  return named !== null && normaliseEnvironment(named) === name ? named : name;
}

function namedBy(item: Telemetry): string | null {
  if (item.kind === "log") return environmentOf(item.metadata);
  return environmentOf(item.kind === "metric" ? item.labels : { environment: item.environment });
}

/** Splits a batch by environment, keeping the order. */
export function partByEnvironment(environments: Environments, batch: readonly Telemetry[], now: number): Part[] {
  const parts = new Map<ServiceState, Part>();
  let items: Telemetry[] = [];
  let last: string | null | undefined;
  for (const item of batch) {
    const named = namedBy(item);
    if (last === undefined || named !== last) {
      last = named;
      const state = stateFor(environments, named === null ? UNNAMED : normaliseEnvironment(named), now);
      items = parts.get(state)?.items ?? [];
      if (items.length === 0) parts.set(state, { name: UNNAMED, state, items });
    }
    items.push(item);
  }
  // Names are set last, since UNNAMED may have become production's.
  for (const [name, state] of environments) {
    const part = parts.get(state);
    if (part !== undefined) parts.set(state, { ...part, name });
  }
  const found = [...parts.values()];
  copyDeployments(environments, found, now);
  return found;
}

/** The name of an environment's state. Telemetry without an environment is production's, if either knows production. */
export function claimUnnamed(environments: Environments, name: string): string {
  const unnamed = environments.get(UNNAMED);
  if (name === PRODUCTION && unnamed !== undefined && !environments.has(PRODUCTION)) {
    environments.delete(UNNAMED);
    environments.set(PRODUCTION, unnamed);
  }
  return name === UNNAMED && environments.has(PRODUCTION) ? PRODUCTION : name;
}

function stateFor(environments: Environments, name: string, now: number): ServiceState {
  const wanted = claimUnnamed(environments, name);
  const state = environments.get(wanted) ?? addEnvironment(environments, wanted, now);
  state.arrivals.at = now;
  return state;
}

function addEnvironment(environments: Environments, wanted: string, now: number): ServiceState {
  const isReserved = wanted === UNNAMED || wanted === PRODUCTION;
  const hasCapacity = isReserved || environments.size < ENVIRONMENTS_MAX || evictIdle(environments, now);
  const name = hasCapacity ? wanted : OTHERS;
  const state = environments.get(name) ?? createServiceState();
  if (name === UNNAMED) {
    // A deployment to any environment may explain errors without an environment.
    const deployments = [...environments.values()].flatMap((other) => other.deployments);
    for (const deployment of deployments) keepDeployment(state, deployment);
  }
  environments.set(name, state);
  return state;
}

/** Evicts the environment that was silent for the longest time, if that was long enough. */
function evictIdle(environments: Environments, now: number): boolean {
  const latest = now - ENVIRONMENT_IDLE_MINUTES * MINUTE_MS;
  const [idle] = [...environments]
    .filter(([name, { arrivals }]) => name !== PRODUCTION && arrivals.at <= latest)
    .sort(([, one], [, other]) => one.arrivals.at - other.arrivals.at);
  return idle !== undefined && environments.delete(idle[0]);
}

function copyDeployments(environments: Environments, parts: readonly Part[], now: number): void {
  const unnamed = environments.get(UNNAMED);
  if (unnamed === undefined) return;
  for (const item of parts.filter(({ state }) => state !== unnamed).flatMap(({ items }) => items)) {
    if (item.kind === "deployment")
      keepDeployment(unnamed, toDeployment(item, Math.min(item.timestamp, now + AHEAD_MS_MAX)));
  }
}
