import { logistic } from "../../methods/robust/robust-spread.ts";
import type { PastIncident, ProbeFinding } from "../gather/incident-picture.ts";
import { earlierShare, type JudgedChange } from "./changes.ts";
import type { Deviation } from "./deviations.ts";
import { type ExternalDependencies, externalDependenciesOf, isSurged, wordedNames } from "./external-dependency.ts";
import type { RequestTrouble } from "./requests.ts";
import { NO_STRENGTHS, type ServiceTrouble } from "./service-trouble.ts";
import { compare } from "./signal.ts";
import type { View } from "./view.ts";

/** A possible cause with its evidence. */
export interface Suspect {
  readonly service: string;
  readonly trouble: ServiceTrouble | null;
  readonly requests: RequestTrouble | null;
  /** The requests' symptom, if it weighs most. */
  readonly sign: Deviation | null;
  readonly features: Features;
  /** Weighted sum of the features. */
  readonly score: number;
  readonly change: JudgedChange | null;
  readonly outward: ExternalDependencies;
  readonly probes: readonly ProbeFinding[];
  readonly past: readonly PastIncident[];
}

export interface Features {
  /** Strengths of its symptoms, about 0 to 7. */
  readonly resource: number;
  readonly errors: number;
  readonly latency: number;
  readonly other: number;
  readonly traffic: number;
  /** From requests, 0 to 1. */
  readonly delay: number;
  readonly detour: number;
  /** Shares, 0 to 1. */
  readonly blame: number;
  readonly reach: number;
  readonly early: number;
  readonly change: number;
  readonly probe: number;
  readonly past: number;
  /** 1 if the incident names it. */
  readonly named: number;
}

export type Weights = Readonly<Record<keyof Features, number>>;

export const WEIGHTS: Weights = {
  resource: 1.2,
  errors: 0.7,
  latency: 0.5,
  other: 0.5,
  traffic: 0.1,
  delay: 30,
  detour: 12,
  blame: 2,
  reach: 2,
  early: 0.3,
  change: 2,
  probe: 1,
  past: 0.5,
  named: 0.2,
};

/** Lower scores are no suspicion. */
const TRIFLE = 0.05;
/** Discount of a change if the trouble comes from outside. */
const INNOCENT_OUTSIDE = 0.7;

/** The most suspicious first. Evaluations use other weights. */
export function rankSuspects(view: View, changes: readonly JudgedChange[], weights = WEIGHTS): Suspect[] {
  const { picture } = view;
  const names = new Set(picture.services.map(({ name }) => name));
  for (const service of view.troubles.keys()) names.add(service);
  for (const { service } of picture.changes) names.add(service);
  const known = wordedNames(names);
  const suspects = [...names].sort(compare).map((service) => suspectOf(view, service, changes, known, weights));
  return suspects
    .filter(({ features, score }) => score - weights.named * features.named >= TRIFLE)
    .filter(isGrounded)
    .sort((one, other) => other.score - one.score || compare(one.service, other.service));
}

/** It shows something itself, beyond callers' complaints and old changes. */
const isGrounded = ({ trouble, requests, change, probes, past }: Suspect): boolean =>
  (trouble?.symptoms.length ?? 0) > 0 ||
  requests !== null ||
  change?.change.kind === "deployment" ||
  probes.length > 0 ||
  past.length > 0;

function suspectOf(
  view: View,
  service: string,
  changes: readonly JudgedChange[],
  known: readonly string[],
  weights: Weights,
): Suspect {
  const { picture } = view;
  const trouble = view.troubles.get(service) ?? null;
  const requests = view.requests.get(service) ?? null;
  const outward = trouble ? externalDependenciesOf(trouble, known) : { share: 0, shown: null };
  const change = guiltiest(changes.filter((judged) => concerns(view, judged, service)));
  const probes = picture.probes.filter((probe) => probe.service === service && isFinding(probe));
  const past = picture.similar.filter((incident) => incident.service === service && incident.rootCause);
  const features: Features = {
    ...(trouble?.strengths ?? NO_STRENGTHS),
    delay: requests?.delay ?? 0,
    detour: requests?.detour ?? 0,
    blame: view.blame.get(service) ?? 0,
    reach: view.reach.get(service) ?? 0,
    early: earlyShare(view, trouble),
    change: (change?.guilt ?? 0) * (1 - INNOCENT_OUTSIDE * (isSurged(view, service) ? 1 : outward.share)),
    probe: probes.length > 0 ? 1 : 0,
    past: Math.max(0, ...past.map(({ score }) => score)),
    named: isNamed(view, service) ? 1 : 0,
  };
  const sign = signOf(requests, features, weights);
  const score = scoreOf(features, weights);
  return { service, trouble, requests, sign, features, score, change, outward, probes, past };
}

const parts = Object.keys(WEIGHTS) as (keyof Features)[];
const scoreOf = (features: Features, weights: Weights): number =>
  parts.reduce((sum, part) => sum + weights[part] * features[part], 0);

/** A change in a caller may affect the callee, for example by more requests. */
function concerns(view: View, { change, foretold }: JudgedChange, service: string): boolean {
  if (change.service === service) return true;
  const calls = view.callees.get(change.service) ?? [];
  return foretold && calls.includes(service) && earlierShare(view, service, change.at) === 0;
}

const own = ["resource", "errors", "latency", "other"] as const;

function signOf(requests: RequestTrouble | null, features: Features, weights: Weights): Deviation | null {
  const [slow, odd] = [weights.delay * features.delay, weights.detour * features.detour];
  if (!requests || Math.max(slow, odd) <= Math.max(...own.map((part) => weights[part] * features[part]))) return null;
  return slow > odd ? requests.slowest : requests.oddest;
}

function guiltiest(changes: readonly JudgedChange[]): JudgedChange | null {
  const guilty = changes.filter(({ guilt }) => guilt > 0);
  guilty.sort(
    (one, other) =>
      other.guilt - one.guilt || other.change.at - one.change.at || compare(one.change.id, other.change.id),
  );
  return guilty[0] ?? null;
}

/** Words of a probe that prove a failure. */
const FAILURE =
  /\b(?:OOM\w*|CrashLoopBackOff|ImagePullBackOff|Evicted|Unhealthy|killed|exhausted|expired|unreachable)\b/i;
const isFinding = ({ failed, summary, keyPatterns }: ProbeFinding): boolean =>
  !failed && [summary, ...keyPatterns].some((text) => FAILURE.test(text));

function isNamed({ picture }: View, service: string): boolean {
  const { primaryService, affectedServices } = picture.incident;
  return service === primaryService || affectedServices.includes(service);
}

/** The weighted share of other troubles that began later. */
function earlyShare({ troubles }: View, trouble: ServiceTrouble | null): number {
  if (!trouble || trouble.since === null) return 0;
  let all = 0;
  let later = 0;
  for (const other of troubles.values()) {
    if (other === trouble || other.since === null) continue;
    const weight = other.symptoms[0]?.weight ?? 0;
    all += weight;
    if (other.since > trouble.since + 1) later += weight;
  }
  return all === 0 ? 0 : later / all;
}

/**
 * Logistic confidence from the lead over the next suspect and the score, fitted to public cases with cross-validation
 * over systems (docs/diagnosis.md).
 */
const curve = { base: -1.35, margin: 0.6, score: 0.08 } as const;
/** Below, the diagnosis is inconclusive. */
export const CONCLUSIVE_FROM = 0.35;
/** Inference is never certain. */
const CERTAINTY_MAX = 0.95;

/** One per suspect, not increasing, with a sum of at most 1, in thousandths. */
export function confidencesOf(suspects: readonly Pick<Suspect, "score">[]): number[] {
  const first = suspects[0]?.score ?? 0;
  const second = suspects[1]?.score ?? 0;
  let last = CERTAINTY_MAX;
  const alone = suspects.map(({ score }, place) => {
    const margin = place === 0 ? score - second : score - first;
    last = Math.min(last, logistic(curve.base + curve.margin * margin + curve.score * score));
    return last;
  });
  const sum = alone.reduce((all, each) => all + each, 0);
  return alone.map((each) => Math.floor((each / Math.max(1, sum)) * 1000) / 1000);
}
