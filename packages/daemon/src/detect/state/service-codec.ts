import {
  ARRIVAL_MINUTES,
  type ArrivalStatistics,
  createArrivalStatistics,
  type Pause,
} from "../../methods/arrivals/arrival-statistics.ts";
import { seedErrorRate } from "../../methods/error-rates/error-rate-cusum.ts";
import {
  createMinuteCounts,
  createSecondCounts,
  MINUTES_KEPT,
  SECONDS_KEPT,
} from "../../methods/error-rates/minute-counts.ts";
import { decodeTemplateSet, encodeTemplateSet } from "../../methods/log-templates/template-set-codec.ts";
import type { LogVolume } from "../../methods/log-templates/template-statistics.ts";
import { withoutLevelView } from "../../methods/metric-series/series-model-codec.ts";
import { type EvidenceTrail, evidenceTrailCodec } from "../../methods/state/evidence-trail.ts";
import {
  asArray,
  asFields,
  asNumber,
  asString,
  type CachedJson,
  type Codec,
  jsonList,
  jsonOf,
  listCodec,
  numberCodec,
  numberFields,
  objectCodec,
  orNull,
  pairCodec,
  textCodec,
  textOrNullCodec,
  tupleCodec,
} from "../../methods/state/stored-json.ts";
import { type ConditionLevel, levelIn } from "../../model/condition-level.ts";
import { type Severity, severities } from "../../model/incident.ts";
import { errorRateCodec } from "../series/error-rate-codec.ts";
import { breachCodec, decodeCounters, decodeSeries, encodeCounters, encodeSeries } from "../series/series-codec.ts";
import { learnable, WHOLE_STATE } from "./adopt-past.ts";
import type { Condition, PendingFinding } from "./condition-repeats.ts";
import type { Environments } from "./environment-parts.ts";
import { createServiceState, type Deployment, type Listing, type ServiceState } from "./service-state.ts";
import type { Stops } from "./stopped-metrics.ts";

/** The format of the container. Its sections have versions of their own. */
const CONTAINER_VERSION = 8;

const severityCodec: Codec<Severity> = {
  encode: (severity) => severity,
  decode: (stored) => severities.find((severity) => severity === stored) ?? "MEDIUM",
};

/** States from before this field have none. */
const levelCodec: Codec<ConditionLevel | undefined> = {
  encode: (level) => level,
  decode: (level) => levelIn({ level }),
};

const conditionCodec = objectCodec<Condition>(
  {
    ruleId: textCodec,
    ...numberFields("lastSeenAt", "nextAt", "said"),
    severity: severityCodec,
    ...numberFields("resolveAfterMs", "newsAgainAfterMs"),
    waiting: orNull(
      objectCodec<PendingFinding>({
        reason: textCodec,
        title: textCodec,
        description: textCodec,
        severity: severityCodec,
        level: levelCodec,
        environment: textOrNullCodec,
        trigger: textCodec,
        evidence: listCodec(textCodec),
        ...numberFields("at", "seenAt", "observations"),
      }),
    ),
  },
  () => ({ json: null }),
);

const deploymentCodec = tupleCodec<Deployment>({
  id: textCodec,
  at: numberCodec,
  version: textCodec,
  gitHash: textOrNullCodec,
  environment: textCodec,
  failure: textOrNullCodec,
});

interface Ring {
  newest: number;
}

/** A ring of counts by time: the newest slot; then the age and the counts of each slot that is not empty. */
const ringCodec = <Counts extends Ring>(
  create: () => Counts,
  kept: number,
  countsOf: (ring: Counts) => readonly Float64Array[],
): Codec<Counts> => ({
  encode(ring) {
    const numbers = [ring.newest];
    const counts = countsOf(ring);
    for (let age = 0; age < kept && ring.newest - age >= 0; age++) {
      const slot = (ring.newest - age) % kept;
      if (counts[0]?.[slot]) numbers.push(age, ...counts.map((each) => each[slot] as number));
    }
    return numbers;
  },
  decode(stored) {
    const numbers = asArray(stored).map(asNumber);
    const ring = create();
    ring.newest = asNumber(numbers[0]);
    const counts = countsOf(ring);
    for (let index = 1; index + counts.length < numbers.length; index += counts.length + 1) {
      const slot = (ring.newest - (numbers[index] as number)) % kept;
      for (const [nth, each] of counts.entries()) each[slot] = numbers[index + nth + 1] as number;
    }
    return ring;
  },
});

const minutesCodec = ringCodec(createMinuteCounts, MINUTES_KEPT, ({ logs, errors }) => [logs, errors]);
const secondsCodec = ringCodec(createSecondCounts, SECONDS_KEPT, ({ errors }) => [errors]);

const pausesCodec = listCodec<Pause>(pairCodec);

const stopsCodec = tupleCodec<Stops>({ since: numberCodec, pauses: pausesCodec });

/** The minutes are a text of 0 and 1, newest first. */
const arrivalsCodec: Codec<ArrivalStatistics> = {
  encode({ at, lastId, receivedAt, gapMs, newest, minutes, pauses }) {
    let bits = "";
    for (let age = 0; age < ARRIVAL_MINUTES && newest - age >= 0; age++) {
      bits += minutes[(newest - age) % ARRIVAL_MINUTES] === 1 ? "1" : "0";
    }
    return [at, lastId, receivedAt, gapMs, newest, bits.replace(/0+$/, ""), pauses];
  },
  decode(stored) {
    const [at, lastId, receivedAt, gapMs, newest, minutes, pauses] = asArray(stored);
    const arrivals = Object.assign(createArrivalStatistics(), {
      ...{ at: asNumber(at), lastId: asString(lastId), receivedAt: asNumber(receivedAt) },
      ...{ gapMs: asNumber(gapMs), newest: asNumber(newest), pauses: pausesCodec.decode(pauses) },
    });
    const bits = asString(minutes);
    for (let age = 0; age < Math.min(bits.length, ARRIVAL_MINUTES); age++) {
      if (bits[age] === "1") arrivals.minutes[(arrivals.newest - age) % ARRIVAL_MINUTES] = 1;
    }
    return arrivals;
  },
};

const volumeCodec = tupleCodec<LogVolume>(numberFields("slot", "inSlot", "usual", "slots", "resumedAt"));

const listingCodec = tupleCodec<Listing>({ at: numberCodec, name: textOrNullCodec, left: numberCodec });

type Upcaster = (stored: unknown) => unknown;

/** A section of the state with its encoded form as text. */
interface Part<Value> {
  /** The stored name, where it differs. */
  readonly name?: string;
  /** One for each earlier format, from that format to the next one. */
  readonly upcasters?: readonly Upcaster[];
  readonly toText: (value: Value) => string;
  readonly decode: (stored: unknown) => Value;
}

const part = <Value>({ encode, decode }: Codec<Value>): Part<Value> => ({
  toText: (value) => JSON.stringify(encode(value)),
  decode,
});

const trailPart: Part<EvidenceTrail> = {
  toText: (trail) => jsonOf(trail, evidenceTrailCodec.encode),
  decode: evidenceTrailCodec.decode,
};

/** A map is stored as lists that begin with the key. Each is cached, since a batch changes few of hundreds. */
const mapPart = <Value extends CachedJson>(
  encode: (value: Value) => readonly unknown[],
  decode: (parts: readonly unknown[]) => Value,
): Part<Map<string, Value>> => ({
  toText(map) {
    const texts: string[] = [];
    // Most are cached: that costs one look at a field, and no closure.
    for (const [key, value] of map) texts.push(value.json ?? jsonOf(value, () => [key, ...encode(value)]));
    return jsonList(texts);
  },
  decode: (stored) => toMap(stored, decode),
});

const toMap = <Value>(stored: unknown, decode: (parts: readonly unknown[]) => Value): Map<string, Value> =>
  new Map(
    asArray(stored).map((each) => {
      const [key, ...parts] = asArray(each);
      return [asString(key), decode(parts)];
    }),
  );

/** Minutes had a mark of unusual ones, and the list began with the first minute, too. */
const withoutUnusualMinutes: Upcaster = (stored) => {
  const [newest, , ...minutes] = asArray(stored);
  return [newest, ...minutes.filter((_, index) => index % 4 !== 3)];
};

/** Changes each series, which is a list of its fields. */
const eachSeries =
  (change: (series: readonly unknown[]) => readonly unknown[]): Upcaster =>
  (stored) =>
    asArray(stored).map((series) => change(asArray(series)));

const withoutGoldenSignals = eachSeries((series) => [...series, 0]);

/** A level had a mean of a day and its spread in place of a height; the oldest of them no recent mean. */
function withHeight(level: unknown): unknown {
  const [firstAt, lastAt, count, usual, spread, mean, meanSpread, run, past, recent] = asArray(level);
  const high = asNumber(mean) + 3 * asNumber(meanSpread);
  return [firstAt, lastAt, count, usual, spread, high, run, past, recent ?? usual];
}

const withHeights = eachSeries((series) => {
  const golden = series.at(-1);
  if (!Array.isArray(golden)) return series;
  return [...series.slice(0, -1), [...golden.slice(0, -1), withHeight(golden.at(-1))]];
});

/** Whether values were missing wasn't known. The time of the last one is the fourth field from the end. */
const withSteadyFrom = eachSeries((series) => [...series, series.at(-4), series.at(-4)]);

/** Models had a view and a trend more, and a trend could be an onset. */
const withoutTrends = eachSeries((series) => {
  const [model, onset, ...rest] = series.slice(-5);
  const isTrend = Array.isArray(onset) && onset[0] === "drift";
  return [...series.slice(0, -5), withoutLevelView(asString(model)), isTrend ? 0 : onset, ...rest];
});

const templatesPart = { toText: encodeTemplateSet, decode: decodeTemplateSet };

const parts: { readonly [Field in keyof ServiceState]: Part<ServiceState[Field]> } = {
  watermark: part(numberCodec),
  firstLogAt: part(numberCodec),
  logsSeen: part(numberCodec),
  environment: part(textOrNullCodec),
  arrivals: { name: "heard", ...part(arrivalsCodec) },
  stops: part(stopsCodec),
  logStops: part(stopsCodec),
  minutes: { upcasters: [withoutUnusualMinutes], ...part(minutesCodec) },
  seconds: part(secondsCodec),
  errorTrail: trailPart,
  fatalTrail: trailPart,
  fatalSample: part(textCodec),
  errorTemplates: { name: "patterns", ...templatesPart },
  otherTemplates: { name: "otherPatterns", ...templatesPart },
  volume: part(volumeCodec),
  listing: part(listingCodec),
  deployments: part(listCodec(deploymentCodec)),
  series: {
    upcasters: [withoutGoldenSignals, withHeights, withSteadyFrom, withoutTrends],
    ...mapPart(encodeSeries, decodeSeries),
  },
  breaches: mapPart((breach) => breachCodec.encode(breach) as unknown[], breachCodec.decode),
  counters: { toText: encodeCounters, decode: decodeCounters },
  conditions: mapPart(
    (condition) => [conditionCodec.encode(condition)],
    ([condition]) => conditionCodec.decode(condition),
  ),
  errorRate: part(errorRateCodec),
};

/** The sections, with the stored name of each version, the oldest first: `minutes`, then `minutes@2`. */
const sections = (Object.entries(parts) as [keyof ServiceState, Part<unknown>][]).map(([field, part]) => {
  const { name = field, upcasters = [] } = part;
  return { field, part, names: [name, ...upcasters.map((_, index) => `${name}@${index + 2}`)] };
});

/** Concatenated, which copies the long parts once in the end; a join would copy them here, too. */
function encodeEnvironment(state: ServiceState): string {
  let text = "";
  for (const { field, names, part } of sections) text += `${text && ","}"${names.at(-1)}":${part.toText(state[field])}`;
  return text;
}

/** `unlearned` is stored only where there is any. */
export function encodeState(environments: Environments, unlearned: readonly string[] = []): string {
  let each = "";
  for (const [name, state] of environments)
    each += `${each && ","}[${JSON.stringify(name)},{${encodeEnvironment(state)}}]`;
  const mark = unlearned.length === 0 ? "" : `,"unlearned":${JSON.stringify(unlearned)}`;
  return `{"v":${CONTAINER_VERSION},"environments":[${each}]${mark}}`;
}

/** Undefined for a section that the stored state doesn't have yet. Throws if it is damaged. */
function decodeSection({ names, part }: (typeof sections)[number], values: Readonly<Record<string, unknown>>): unknown {
  const version = names.findLastIndex((name) => Object.hasOwn(values, name));
  if (version < 0) return undefined;
  const upcasters = (part.upcasters ?? []).slice(version);
  return part.decode(upcasters.reduce((stored, upcast) => upcast(stored), values[names[version] as string]));
}

function decodeEnvironment(stored: unknown, reset: Set<string>): ServiceState {
  const values = asFields(stored);
  const state = createServiceState();
  const decoded = state as unknown as Record<keyof ServiceState, unknown>;
  for (const section of sections) {
    try {
      decoded[section.field] = decodeSection(section, values) ?? decoded[section.field];
    } catch {
      reset.add(section.field);
    }
  }
  if (!Object.hasOwn(values, "errorRate")) seedErrorRate(state.errorRate, state.minutes);
  return state;
}

export interface DecodedState {
  readonly environments: Environments;
  /** Sections that are learned again, since they can't be read; `state` for all. */
  readonly reset: readonly string[];
  /** Sections whose past isn't learned from the archive yet, now or since an earlier start. */
  readonly unlearned: readonly string[];
}

/** An empty state for null. Never throws, since a section is learned again rather than the queue stopped. */
export function decodeState(text: string | null): DecodedState {
  const unreadable = { environments: new Map(), reset: [WHOLE_STATE], unlearned: [WHOLE_STATE] };
  if (text === null) return { ...unreadable, reset: [] };
  const reset = new Set<string>();
  try {
    const stored = asFields(JSON.parse(text));
    if (stored["v"] !== CONTAINER_VERSION) return unreadable;
    const environments = toMap(stored["environments"], ([state]) => decodeEnvironment(state, reset));
    const before = Object.hasOwn(stored, "unlearned") ? asArray(stored["unlearned"]).map(asString) : [];
    return { environments, reset: [...reset], unlearned: learnable(new Set([...before, ...reset])) };
  } catch {
    return unreadable;
  }
}
