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
      const state = placeFor(environments, named === null ? UNNAMED : normaliseEnvironment(named), now);
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
  tellUnnamed(environments, found, now);
  return found;
}

function placeFor(environments: Environments, name: string, now: number): ServiceState {
  const wanted = name === UNNAMED && environments.has(PRODUCTION) ? PRODUCTION : name;
  const state = environments.get(wanted) ?? takePlace(environments, wanted, now) ?? othersOf(environments);
  state.arrivals.at = now;
  return state;
}

function takePlace(environments: Environments, name: string, now: number): ServiceState | null {
  if (name === UNNAMED) return unnamedOf(environments);
  if (name !== PRODUCTION && environments.size >= ENVIRONMENTS_MAX && !leaveIdle(environments, now)) return null;
  const unnamed = name === PRODUCTION ? environments.get(UNNAMED) : undefined;
  // UNNAMED turned out to be production's.
  if (unnamed !== undefined) environments.delete(UNNAMED);
  const state = unnamed ?? createServiceState();
  environments.set(name, state);
  return state;
}

function othersOf(environments: Environments): ServiceState {
  const state = environments.get(OTHERS) ?? createServiceState();
  environments.set(OTHERS, state);
  return state;
}

/** A deployment to any environment may explain errors without an environment. */
function unnamedOf(environments: Environments): ServiceState {
  const known = environments.get(UNNAMED);
  if (known !== undefined) return known;
  const state = createServiceState();
  for (const other of environments.values()) {
    for (const deployment of other.deployments) keepDeployment(state, deployment);
  }
  environments.set(UNNAMED, state);
  return state;
}

/** Evicts the environment that was silent for the longest time, if that was long enough. */
function leaveIdle(environments: Environments, now: number): boolean {
  let idle: string | undefined;
  let idleAt = now - ENVIRONMENT_IDLE_MINUTES * MINUTE_MS;
  for (const [name, { arrivals: heard }] of environments) {
    if (heard.at > idleAt || name === PRODUCTION) continue;
    idleAt = heard.at;
    idle = name;
  }
  return idle !== undefined && environments.delete(idle);
}

function tellUnnamed(environments: Environments, parts: readonly Part[], now: number): void {
  const unnamed = environments.get(UNNAMED);
  if (unnamed === undefined) return;
  for (const { state, items } of parts) {
    if (state === unnamed) continue;
    for (const item of items) {
      if (item.kind !== "deployment") continue;
      keepDeployment(unnamed, toDeployment(item, Math.min(item.timestamp, now + AHEAD_MS_MAX)));
    }
  }
}
