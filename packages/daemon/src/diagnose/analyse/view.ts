import type { Picture } from "../gather/incident-picture.ts";
import { blameOf, reachOf } from "./blame.ts";
import { comesWith, type Deviation, deviationsOf } from "./deviations.ts";
import { flowsOf } from "./flow.ts";
import { type Onset, onsetOf } from "./onset.ts";
import { type RequestTrouble, requestTroublesOf } from "./requests.ts";
import { calleesOf, callersOf, realCalls } from "./service-graph.ts";
import { type ServiceTrouble, troublesOf } from "./service-trouble.ts";
import { signalsOf } from "./signal.ts";

export interface View {
  readonly picture: Picture;
  /** In milliseconds; null if unknown. */
  readonly onsetAt: number | null;
  readonly deviations: readonly Deviation[];
  readonly troubles: ReadonlyMap<string, ServiceTrouble>;
  readonly callers: ReadonlyMap<string, readonly string[]>;
  readonly callees: ReadonlyMap<string, readonly string[]>;
  readonly requests: ReadonlyMap<string, RequestTrouble>;
  readonly blame: ReadonlyMap<string, number>;
  readonly reach: ReadonlyMap<string, number>;
}

const views = new WeakMap<Picture, View>();

/** Cached, because it takes over 100 ms; the analyser and the model share it. */
export function viewOf(picture: Picture): View {
  const view = views.get(picture) ?? reckoned(picture);
  views.set(picture, view);
  return view;
}

function reckoned(picture: Picture): View {
  const signals = signalsOf(picture);
  const flow = flowsOf(signals);
  const onset = onsetOf(picture, signals, flow);
  const deviations = deviationsOf(signals, onset, flow);
  const names = picture.services.map(({ name }) => name);
  const troubles = troublesOf(deviations, onset.step, explainedBy(picture), names);
  const complaining = { ...picture, calls: realCalls(picture) };
  return {
    picture,
    onsetAt: shownOnset(picture, onset, troubles),
    deviations,
    troubles,
    callers: callersOf(picture),
    callees: calleesOf(picture),
    requests: requestTroublesOf(picture, deviations),
    blame: blameOf(complaining, troubles),
    reach: reachOf(complaining, troubles),
  };
}

/** Weight of a symptom that determines the onset alone. */
const TELLING_FROM = 2;

function shownOnset(picture: Picture, onset: Onset, troubles: ReadonlyMap<string, ServiceTrouble>): number | null {
  const heaviest = [...troubles.values()]
    .flatMap(({ symptoms }) => symptoms.slice(0, 1))
    .sort((one, other) => other.weight - one.weight)[0];
  const isTelling = heaviest !== undefined && heaviest.weight >= TELLING_FROM;
  const step = onset.plain ? onset.step : isTelling ? heaviest.deviation.since : null;
  return step === null ? null : Math.min(picture.noticedAt, timeOf(picture, step));
}

export const timeOf = ({ grid }: Picture, step: number): number => grid.start + step * grid.step;

function explainedBy(picture: Picture): (deviation: Deviation) => boolean {
  return (deviation) =>
    picture.changes.some(
      ({ service, at }) => service === deviation.signal.service && comesWith(picture.grid, at, deviation),
    );
}
