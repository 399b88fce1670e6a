import { type Deviation, TROUBLED_FROM } from "./deviation.ts";
import { isGood, type Nature } from "./nature.ts";
import { compare } from "./signal.ts";

/** A deviation and how much it says. */
export interface Symptom {
  readonly deviation: Deviation;
  /** 0: nothing. Grows with the logarithm of the distance: ten times as far is no ten times as guilty. */
  readonly weight: number;
}

/** What one service shows. */
export interface ServiceTrouble {
  readonly service: string;
  /** The heaviest first. */
  readonly symptoms: readonly Symptom[];
  readonly strengths: Readonly<Record<Nature, number>>;
  /** The first step of what is troubled; null where nothing is. */
  readonly since: number | null;
}

/** What a deviation for the worse says, and one for the better, by what the metric is about. */
const worth: Readonly<Record<Nature, readonly [worse: number, better: number]>> = {
  resource: [1, 0.5],
  errors: [1, 0.1],
  latency: [1, 0.15],
  traffic: [0.4, 0.4],
  other: [0.6, 0.6],
};
/** Kinds of messages that are no complaint, by what became of them. */
const talkWorth = { new: 0.5, gone: 0.4, other: 0.3 } as const;
/** What the next heaviest symptoms add. */
const FURTHER = 0.2;
const FURTHER_MAX = 3;

/** A service of which nothing comes any more has failed, whatever its callers do. */
export const isSilence = ({ signal, turn }: Deviation): boolean => signal.kind === "volume" && turn === "gone";

const shownNature = (deviation: Deviation): Nature => (isSilence(deviation) ? "errors" : deviation.signal.nature);

export function worthOf(deviation: Deviation): number {
  const { signal, rises, turn } = deviation;
  if (isSilence(deviation)) return 1;
  if (signal.kind === "pattern" && signal.nature !== "errors") return talkWorth[turn];
  const isWorse = signal.kind === "metric" && isGood(signal.name) ? !rises : rises;
  return worth[signal.nature][isWorse ? 0 : 1];
}

export const weightOf = (deviation: Deviation): number =>
  deviation.distance < TROUBLED_FROM ? 0 : worthOf(deviation) * Math.log(1 + deviation.distance);

export function troublesOf(deviations: readonly Deviation[]): Map<string, ServiceTrouble> {
  const byService = new Map<string, Symptom[]>();
  for (const deviation of deviations) {
    const symptom = { deviation, weight: weightOf(deviation) };
    const known = byService.get(deviation.signal.service);
    if (known) known.push(symptom);
    else byService.set(deviation.signal.service, [symptom]);
  }
  const troubles = new Map<string, ServiceTrouble>();
  for (const service of [...byService.keys()].sort(compare)) {
    const symptoms = (byService.get(service) ?? []).filter(({ weight }) => weight > 0);
    symptoms.sort((one, other) => other.weight - one.weight);
    troubles.set(service, {
      service,
      symptoms,
      strengths: strengthsOf(symptoms),
      since: symptoms.length === 0 ? null : Math.min(...symptoms.map(({ deviation }) => deviation.since)),
    });
  }
  return troubles;
}

function strengthsOf(symptoms: readonly Symptom[]): Record<Nature, number> {
  const strength = (nature: Nature) => {
    const weights = symptoms.filter(({ deviation }) => shownNature(deviation) === nature).map(({ weight }) => weight);
    const further = weights.slice(1, 1 + FURTHER_MAX).reduce((sum, weight) => sum + weight, 0) / FURTHER_MAX;
    return (weights[0] ?? 0) + FURTHER * further;
  };
  return {
    resource: strength("resource"),
    errors: strength("errors"),
    latency: strength("latency"),
    traffic: strength("traffic"),
    other: strength("other"),
  };
}
