import { quantile } from "../../methods/robust/robust-spread.ts";
import { type GoldenSignal, isHigherBetter, nameWords } from "../../model/golden-signal.ts";
import type { Deviation } from "./deviations.ts";
import { DEVIANT_FROM, RARE_BELOW } from "./effect-size.ts";
import { instancesOf, sharedTrouble } from "./service-graph.ts";
import { compare } from "./signal.ts";
import { isAboutOthers, isClientGone } from "./signal-words.ts";

export interface Symptom {
  readonly deviation: Deviation;
  /** 0 for none; logarithmic in the distance. */
  readonly weight: number;
  /** The weight regardless of the time. */
  readonly timeless: number;
}

export interface ServiceTrouble {
  readonly service: string;
  /** The heaviest first. */
  readonly symptoms: readonly Symptom[];
  readonly strengths: Readonly<Record<GoldenSignal, number>>;
  /** The first troubled step; null for none. */
  readonly since: number | null;
  /** All metric names, troubled or not. */
  readonly metrics: ReadonlySet<string>;
}

/** Weight by kind of signal and direction. */
const worth: Readonly<Record<GoldenSignal, readonly [worse: number, better: number]>> = {
  resource: [1, 0.5],
  errors: [1, 0.1],
  latency: [1, 0.15],
  traffic: [0.4, 0.4],
  other: [0.6, 0.6],
};
/** Weight of messages that are no complaint. */
const talkWorth = { new: 0.5, gone: 0.6, other: 0.35 } as const;
/** More messages are usually a symptom of something else. */
const TALKATIVE = 0.1;
/** Silence outweighs every complaint. */
const SILENT = 1.5;
/** Weight of signals that are about other services. */
const OTHERS = 0.3;
const THINGS_MAX = 6;

/** A silent service has failed, whatever its callers do. */
export const isSilence = ({ signal, presence }: Deviation): boolean => signal.kind === "volume" && presence === "gone";

/** Silence also explains the callers' errors. */
const naturesOf = (deviation: Deviation): readonly GoldenSignal[] =>
  isSilence(deviation) ? ["resource", "errors"] : [deviation.signal.nature];

function worthOf(deviation: Deviation): number {
  const { signal, rises, presence } = deviation;
  if (isSilence(deviation)) return SILENT;
  if (signal.kind === "pattern" && signal.nature === "other") return talkWorth[presence];
  if (signal.kind === "volume" && rises) return TALKATIVE;
  const isOthers =
    signal.kind === "metric" ? isAboutOthers(signal.name) : signal.kind === "pattern" && isClientGone(signal.name);
  const others = isOthers ? OTHERS : 1;
  return worth[signal.nature][isWorse(deviation) ? 0 : 1] * others;
}

export const isWorse = ({ signal, rises }: Deviation): boolean =>
  signal.kind === "metric" && isHigherBetter(signal.name) ? !rises : rises;

function timelessOf(deviation: Deviation, peers: number): number {
  if (deviation.distance < troubledFrom(deviation)) return 0;
  return worthOf(deviation) * Math.log(1 + deviation.distance / (1 + peers));
}

/** Lower threshold for rare error messages: chance reaches it in one of five such periods. */
const RARE_FROM = 2.4;
const troubledFrom = ({ signal, before }: Deviation): number =>
  signal.kind === "pattern" && before < RARE_BELOW ? RARE_FROM : DEVIANT_FROM;

/** Values of delay that halve a symptom's weight. */
const EARLY_VALUES = 10;
const LATE_VALUES = 5;
/** Symptoms far from the onset count less, unless a change explains their time. */
function timely({ signal, since, arrived, rhythm }: Deviation, step: number, explained: boolean): number {
  // A resource does harm when it is full.
  const began = signal.nature === "resource" ? arrived : since;
  const early = explained ? 0 : Math.max(0, step - began - 1) / rhythm;
  const late = Math.max(0, since - step - 2) / rhythm;
  return 1 / (1 + early / EARLY_VALUES + late / LATE_VALUES);
}

const PEERS_MIN = 4;

/** Median deviation of the same metric in other services. */
function peersOf(deviations: readonly Deviation[]): (deviation: Deviation) => number {
  const groups = new Map<string, Map<string, number>>();
  for (const { signal, distance } of deviations) {
    const key = `${signal.kind} ${signal.name}`;
    const group = groups.get(key) ?? new Map<string, number>();
    groups.set(key, group);
    group.set(signal.service, Math.max(group.get(signal.service) ?? 0, distance));
  }
  const medians = new Map<string, number>();
  for (const [key, group] of groups) {
    if (group.size >= PEERS_MIN) medians.set(key, quantile(Float64Array.from(group.values()).sort(), 0.5));
  }
  return ({ signal }) => medians.get(`${signal.kind} ${signal.name}`) ?? 0;
}

/** `explains`: a change of its service came as it began. `services`: all in view. */
export function troublesOf(
  deviations: readonly Deviation[],
  step: number,
  explains: (deviation: Deviation) => boolean,
  services: readonly string[],
): Map<string, ServiceTrouble> {
  const peers = peersOf(deviations);
  const symptomOf = (deviation: Deviation): Symptom => {
    const timeless = timelessOf(deviation, peers(deviation));
    return { deviation, weight: timeless * timely(deviation, step, explains(deviation)), timeless };
  };
  const shown = deviations.filter(({ signal }) => signal.kind !== "hop").map(symptomOf);
  const byService = Map.groupBy(shown, ({ deviation }) => deviation.signal.service);
  const troubles = new Map<string, ServiceTrouble>();
  for (const service of [...byService.keys()].sort(compare)) {
    const all = byService.get(service) ?? [];
    const symptoms = all.filter(({ weight }) => weight > 0);
    symptoms.sort(byWeight);
    troubles.set(service, {
      service,
      symptoms,
      strengths: strengthsOf(symptoms),
      since: symptoms.length === 0 ? null : Math.min(...symptoms.map(({ deviation }) => deviation.since)),
      metrics: new Set(all.flatMap(({ deviation: { signal } }) => (signal.metric ? [signal.name] : []))),
    });
  }
  return withInstances(troubles, services);
}

const byWeight = (one: Symptom, other: Symptom): number => other.weight - one.weight;

export const NO_STRENGTHS = { resource: 0, errors: 0, latency: 0, traffic: 0, other: 0 };

const untroubled = (service: string): ServiceTrouble => ({
  service,
  symptoms: [],
  since: null,
  metrics: new Set(),
  strengths: NO_STRENGTHS,
});

function withInstances(
  troubles: Map<string, ServiceTrouble>,
  services: readonly string[],
): Map<string, ServiceTrouble> {
  for (const [service, instances] of instancesOf([...new Set([...services, ...troubles.keys()])])) {
    const each = instances.map((name) => troubles.get(name) ?? untroubled(name));
    const shared = sharedTrouble(each.map(({ strengths }) => strengths));
    if (shared === 0) continue;
    const own = troubles.get(service) ?? untroubled(service);
    const heaviest = each.flatMap(({ symptoms }) => symptoms.slice(0, 1)).sort(byWeight);
    troubles.set(service, {
      ...own,
      symptoms: own.symptoms.length > 0 ? own.symptoms : heaviest,
      strengths: { ...own.strengths, resource: own.strengths.resource + shared },
    });
  }
  return troubles;
}

/** Statistics of one measured thing. */
const WAYS = /^(?:p\d+|avg|average|mean|median|max|min|sum)$/;
function thingOf({ signal }: Deviation): string {
  if (signal.kind !== "metric") return `${signal.kind} ${signal.name}`;
  return nameWords(signal.name)
    .map((word) => word.replace(/p\d+$/, ""))
    .filter((word) => word !== "" && !WAYS.test(word))
    .join(" ");
}

/** Several symptoms add up as the root of squares. */
function strengthsOf(symptoms: readonly Symptom[]): Record<GoldenSignal, number> {
  const things = new Map<string, { natures: readonly GoldenSignal[]; weight: number }>();
  for (const { deviation, weight } of symptoms) {
    const thing = thingOf(deviation);
    if (!things.has(thing)) things.set(thing, { natures: naturesOf(deviation), weight });
  }
  const strength = (of: GoldenSignal) => {
    const heaviest = [...things.values()].filter(({ natures }) => natures.includes(of)).slice(0, THINGS_MAX);
    return heaviest.reduce((sum, { weight }) => sum + weight ** 2, 0) ** 0.5;
  };
  const [resource, errors, latency] = [strength("resource"), strength("errors"), strength("latency")];
  return { resource, errors, latency, traffic: strength("traffic"), other: strength("other") };
}
