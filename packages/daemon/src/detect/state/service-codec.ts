import {
  ARRIVAL_MINUTES,
  type ArrivalStatistics,
  createArrivalStatistics,
} from "../../methods/arrivals/arrival-statistics.ts";
import {
  createMinuteCounts,
  createSecondCounts,
  MINUTES_KEPT,
  type MinuteCounts,
  SECONDS_KEPT,
  type SecondCounts,
} from "../../methods/error-rates/minute-counts.ts";
import type { LogVolume } from "../../methods/log-templates/log-volume.ts";
import { decodeTemplateSet, encodeTemplateSet } from "../../methods/log-templates/template-set-codec.ts";
import { type CachedJson, jsonOf, listOf } from "../../methods/state/cached-json.ts";
import { decodeEvidenceTrail, encodeEvidenceTrail } from "../../methods/state/evidence-trail-codec.ts";
import { asArray, asFields, asNumber, asString, asTextOrNull } from "../../methods/state/json-shape.ts";
import {
  decodeBreach,
  decodeCounters,
  decodeSeries,
  encodeBreach,
  encodeCounters,
  encodeSeries,
} from "../series/series-codec.ts";
import {
  decodeCondition,
  decodeDeployment,
  decodeTrouble,
  encodeCondition,
  encodeDeployment,
} from "./condition-codec.ts";
import type { Environments } from "./environment-parts.ts";
import type { ServiceState } from "./service-state.ts";
import type { Listing } from "./template-listing-change.ts";

/** Raised when the form changes: state of another version is as good as none. */
const VERSION = 8;

/** Newest, first, then logs, errors and mark of each minute that holds something, by its distance from the newest. */
function encodeMinutes(counts: MinuteCounts): number[] {
  const numbers = [counts.newest, counts.first];
  for (let back = 0; back < MINUTES_KEPT && counts.newest - back >= 0; back++) {
    const slot = (counts.newest - back) % MINUTES_KEPT;
    const logs = counts.logs[slot] as number;
    const unusual = counts.unusual[slot] as number;
    if (logs > 0 || unusual > 0) numbers.push(back, logs, counts.errors[slot] as number, unusual);
  }
  return numbers;
}

function decodeMinutes(value: unknown): MinuteCounts {
  const [newest, first, ...rest] = asArray(value).map(asNumber);
  const counts = createMinuteCounts();
  counts.newest = asNumber(newest);
  counts.first = asNumber(first);
  for (let index = 0; index + 3 < rest.length; index += 4) {
    const slot = (counts.newest - asNumber(rest[index])) % MINUTES_KEPT;
    counts.logs[slot] = asNumber(rest[index + 1]);
    counts.errors[slot] = asNumber(rest[index + 2]);
    counts.unusual[slot] = asNumber(rest[index + 3]);
  }
  return counts;
}

function encodeSeconds(counts: SecondCounts): number[] {
  const numbers = [counts.newest];
  for (let back = 0; back < SECONDS_KEPT && counts.newest - back >= 0; back++) {
    const errors = counts.errors[(counts.newest - back) % SECONDS_KEPT] as number;
    if (errors > 0) numbers.push(back, errors);
  }
  return numbers;
}

function decodeSeconds(value: unknown): SecondCounts {
  const [newest, ...rest] = asArray(value).map(asNumber);
  const counts = createSecondCounts();
  counts.newest = asNumber(newest);
  for (let index = 0; index + 1 < rest.length; index += 2) {
    counts.errors[(counts.newest - asNumber(rest[index])) % SECONDS_KEPT] = asNumber(rest[index + 1]);
  }
  return counts;
}

/** The minutes as text of 0 and 1, newest first. */
function encodeHeard(heard: ArrivalStatistics): unknown[] {
  let minutes = "";
  for (let back = 0; back < ARRIVAL_MINUTES && heard.newest - back >= 0; back++) {
    minutes += heard.minutes[(heard.newest - back) % ARRIVAL_MINUTES] === 1 ? "1" : "0";
  }
  return [
    heard.at,
    heard.lastId,
    heard.receivedAt,
    heard.gapMs,
    heard.newest,
    minutes.replace(/0+$/, ""),
    heard.pauses,
  ];
}

function decodeHeard(value: unknown): ArrivalStatistics {
  const [at, lastId, receivedAt, gapMs, newest, minutes, pauses] = asArray(value);
  const heard = createArrivalStatistics();
  heard.at = asNumber(at);
  heard.lastId = asString(lastId);
  heard.receivedAt = asNumber(receivedAt);
  heard.gapMs = asNumber(gapMs);
  heard.newest = asNumber(newest);
  heard.pauses = asArray(pauses).map((pause) => {
    const [endedAt, ms] = asArray(pause);
    return [asNumber(endedAt), asNumber(ms)];
  });
  const bits = asString(minutes);
  for (let back = 0; back < Math.min(bits.length, ARRIVAL_MINUTES); back++) {
    if (bits[back] === "1") heard.minutes[(heard.newest - back) % ARRIVAL_MINUTES] = 1;
  }
  return heard;
}

const encodeVolume = (volume: LogVolume): number[] => [
  volume.slot,
  volume.inSlot,
  volume.usual,
  volume.slots,
  volume.resumedAt,
];

function decodeVolume(value: unknown): LogVolume {
  const [slot, inSlot, usual, slots, resumedAt] = asArray(value).map(asNumber);
  return {
    slot: asNumber(slot),
    inSlot: asNumber(inSlot),
    usual: asNumber(usual),
    slots: asNumber(slots),
    resumedAt: asNumber(resumedAt),
  };
}

const encodeListing = ({ at, name, left }: Listing): unknown[] => [at, name, left];

function decodeListing(value: unknown): Listing {
  const [at, name, left] = asArray(value);
  return { at: asNumber(at), name: asTextOrNull(name), left: asNumber(left) };
}

const text = (value: unknown): string => JSON.stringify(value);

/** By key, each as a list that begins with it. */
const encodeMap = <Part extends CachedJson>(
  parts: ReadonlyMap<string, Part>,
  encode: (part: Part) => unknown[],
): string => listOf(Array.from(parts, ([key, part]) => jsonOf(part, (changed) => [key, ...encode(changed)])));

/** Joined by hand, so that what didn't change isn't written anew: of hundreds of series and patterns a batch brings a few. */
const encodeEnvironment = (state: ServiceState): string =>
  `{"watermark":${state.watermark},"firstLogAt":${state.firstLogAt},"logsSeen":${state.logsSeen}` +
  `,"environment":${text(state.environment)},"heard":${text(encodeHeard(state.arrivals))}` +
  `,"minutes":${text(encodeMinutes(state.minutes))},"seconds":${text(encodeSeconds(state.seconds))}` +
  `,"errorTrail":${jsonOf(state.errorTrail, encodeEvidenceTrail)},"fatalTrail":${jsonOf(state.fatalTrail, encodeEvidenceTrail)}` +
  `,"fatalSample":${text(state.fatalSample)},"patterns":${encodeTemplateSet(state.patterns)},"otherPatterns":${encodeTemplateSet(state.otherPatterns)}` +
  `,"volume":${text(encodeVolume(state.volume))},"listing":${text(encodeListing(state.listing))}` +
  `,"deployments":${text(state.deployments.map(encodeDeployment))}` +
  `,"series":${encodeMap(state.series, encodeSeries)},"breaches":${encodeMap(state.breaches, encodeBreach)}` +
  `,"counters":${encodeCounters(state.counters)},"conditions":${encodeMap(state.conditions, encodeCondition)}` +
  `,"trouble":${text(state.trouble)}}`;

export const encodeState = (environments: Environments): string => {
  const each = Array.from(environments, ([name, state]) => `[${text(name)},${encodeEnvironment(state)}]`);
  return `{"v":${VERSION},"environments":${listOf(each)}}`;
};

const toMap = <T>(value: unknown, decode: (parts: readonly unknown[]) => T): Map<string, T> =>
  new Map(
    asArray(value).map((each) => {
      const [key, ...parts] = asArray(each);
      return [asString(key), decode(parts)];
    }),
  );

function decodeEnvironment(value: unknown): ServiceState {
  const fields = asFields(value);
  return {
    watermark: asNumber(fields["watermark"]),
    firstLogAt: asNumber(fields["firstLogAt"]),
    logsSeen: asNumber(fields["logsSeen"]),
    environment: asTextOrNull(fields["environment"]),
    arrivals: decodeHeard(fields["heard"]),
    minutes: decodeMinutes(fields["minutes"]),
    seconds: decodeSeconds(fields["seconds"]),
    errorTrail: decodeEvidenceTrail(fields["errorTrail"]),
    fatalTrail: decodeEvidenceTrail(fields["fatalTrail"]),
    fatalSample: asString(fields["fatalSample"]),
    patterns: decodeTemplateSet(fields["patterns"]),
    otherPatterns: decodeTemplateSet(fields["otherPatterns"]),
    volume: decodeVolume(fields["volume"]),
    listing: decodeListing(fields["listing"]),
    deployments: asArray(fields["deployments"]).map(decodeDeployment),
    series: toMap(fields["series"], decodeSeries),
    breaches: toMap(fields["breaches"], decodeBreach),
    counters: decodeCounters(fields["counters"]),
    conditions: toMap(fields["conditions"], ([condition]) => decodeCondition(condition)),
    trouble: decodeTrouble(fields["trouble"]),
  };
}

/** Null: not readable, or of another version. */
export function decodeState(text: string): Environments | null {
  try {
    const fields = asFields(JSON.parse(text));
    return fields["v"] === VERSION ? toMap(fields["environments"], ([state]) => decodeEnvironment(state)) : null;
  } catch {
    // Whatever is wrong with it: a service that detection must learn anew is better than one that stops the queue.
    return null;
  }
}
