import { servicesOf } from "../../model/incident.ts";
import type { Picture } from "../gather/incident-picture.ts";
import { calleesOf, callersOf, DEPTH_MAX, reachedFrom } from "./service-graph.ts";
import type { ServiceTrouble } from "./service-trouble.ts";

/**
 * Distributes the blame for errors and latency along the calls: each service passes on the share that its callees
 * explain. Shares add up to at most 1.
 */
export function blameOf(picture: Picture, troubles: ReadonlyMap<string, ServiceTrouble>): Map<string, number> {
  const callees = calleesOf(picture);
  const blame = new Map<string, number>();
  for (const kind of ["errors", "latency"] as const) {
    const strength = (service: string) => strengthOf(troubles.get(service), kind);
    const loudness = loudnessOf(callees, strength);
    let flow = demandOf(picture, troubles, strength);
    for (let depth = 0; depth < DEPTH_MAX && flow.size > 0; depth += 1) {
      const next = new Map<string, number>();
      for (const [service, amount] of flow) {
        const plausible = (callee: string) =>
          loudness(callee) * (kind === "latency" ? explainedShare(troubles.get(callee), troubles.get(service)) : 1);
        const shares =
          depth === DEPTH_MAX - 1 ? [] : sharesOf(service, callees.get(service) ?? [], strength, plausible);
        const kept = 1 - shares.reduce((sum, { share }) => sum + share, 0);
        add(blame, service, amount * kept);
        for (const { callee, share } of shares) if (amount * share > TRIFLE) add(next, callee, amount * share);
      }
      flow = next;
    }
  }
  return blame;
}

const TRIFLE = 0.001;
/** Weaker evidence counts for less than a whole. */
const CERTAIN = 3;
/** Share passed to an equally loud callee: the fault may lie between both. */
const PASSED_ON = 0.85;
/** Waiting shows as latency, timeouts as errors. */
const OTHER_KIND = 0.5;

function strengthOf(trouble: ServiceTrouble | undefined, kind: "errors" | "latency"): number {
  if (!trouble) return 0;
  const { errors, latency } = trouble.strengths;
  return kind === "errors" ? Math.max(errors, OTHER_KIND * latency) : Math.max(latency, OTHER_KIND * errors);
}

/** Latency adds up: a slower callee explains at most this many times its own delay. Compared by the same metric. */
const CALLS_LIKELY = 3;
function explainedShare(callee: ServiceTrouble | undefined, caller: ServiceTrouble | undefined): number {
  let most: number | null = null;
  for (const { deviation } of caller?.symptoms ?? []) {
    const { nature, name } = deviation.signal;
    if (nature !== "latency" || !deviation.rises || !callee?.metrics.has(name)) continue;
    const same = callee.symptoms.find((symptom) => symptom.deviation.signal.name === name);
    const way = deviation.after - deviation.before;
    const share = same ? Math.max(0, same.deviation.after - same.deviation.before) / way : 0;
    most = Math.max(most ?? 0, Math.min(1, CALLS_LIKELY * share));
  }
  return most ?? 1;
}

/** A silent service hides those behind it only in part. */
const HEARD_THROUGH = 0.7;
function loudnessOf(callees: ReadonlyMap<string, readonly string[]>, strength: (service: string) => number) {
  let loudness = new Map<string, number>();
  for (let round = 0; round < DEPTH_MAX; round += 1) {
    const next = new Map<string, number>();
    for (const [service, below] of callees) {
      const behind = Math.max(0, ...below.map((callee) => loudness.get(callee) ?? strength(callee)));
      next.set(service, Math.max(strength(service), HEARD_THROUGH * behind));
    }
    loudness = next;
  }
  return (service: string): number => loudness.get(service) ?? strength(service);
}

function sharesOf(
  service: string,
  callees: readonly string[],
  strength: (service: string) => number,
  plausible: (callee: string) => number,
) {
  const own = strength(service);
  const loud = callees
    .filter((callee) => callee !== service)
    .map((callee) => ({ callee, loudness: plausible(callee) }))
    .filter(({ loudness }) => loudness > 0);
  const loudest = Math.max(0, ...loud.map(({ loudness }) => loudness));
  if (loudest === 0) return [];
  const passed = PASSED_ON * Math.min(1, own === 0 ? 1 : loudest / own);
  const sum = loud.reduce((total, { loudness }) => total + loudness ** 2, 0);
  return loud.map(({ callee, loudness }) => ({ callee, share: (passed * loudness ** 2) / sum }));
}

/** The incident's services, or all that complain if it names none. */
function demandOf(
  picture: Picture,
  troubles: ReadonlyMap<string, ServiceTrouble>,
  strength: (service: string) => number,
) {
  const named = servicesOf(picture.incident);
  const from = named.length > 0 ? named : [...troubles.keys()];
  const overall = Math.max(
    CERTAIN,
    from.reduce((sum, service) => sum + strengthSum(troubles.get(service)), 0),
  );
  return new Map(from.map((service) => [service, strength(service) / overall]));
}

const strengthSum = (trouble: ServiceTrouble | undefined): number =>
  strengthOf(trouble, "errors") + strengthOf(trouble, "latency");

function add(amounts: Map<string, number>, service: string, amount: number): void {
  amounts.set(service, (amounts.get(service) ?? 0) + amount);
}

/**
 * The share of all complaints that a fault of each service explains: its own and those of its callers, less with
 * distance.
 */
export function reachOf(picture: Picture, troubles: ReadonlyMap<string, ServiceTrouble>): Map<string, number> {
  const callers = callersOf(picture);
  const complaint = (service: string) => {
    const strengths = troubles.get(service)?.strengths;
    return strengths ? Math.max(strengths.errors, strengths.latency) : 0;
  };
  let total = 0;
  for (const service of troubles.keys()) total += complaint(service);
  const reach = new Map<string, number>();
  for (const { name } of picture.services) {
    let sum = 0;
    for (const [service, distance] of reachedFrom(name, callers)) sum += complaint(service) * FARTHER ** distance;
    const strengths = troubles.get(name)?.strengths;
    const own = strengths ? Math.max(...Object.values(strengths)) : 0;
    reach.set(name, ((sum / Math.max(CERTAIN, total)) * own) / (own + HALF_SURE));
  }
  return reach;
}

/** Own strength at which half of the callers' complaints are attributed. */
const HALF_SURE = 1;
const FARTHER = 0.9;
