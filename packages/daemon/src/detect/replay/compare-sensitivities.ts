import type { Scope } from "../../model/scope.ts";
import type { Rule } from "../rules/rule.ts";
import {
  type ExtraEvidenceOf,
  extraEvidence,
  extraEvidenceBy,
  type Sensitivity,
  type StoredSensitivity,
  sensitivities,
} from "../rules/sensitivity.ts";
import { type Replay, SERVICES_MAX, startReplay, warmUpMsOf } from "./replay.ts";
import type { ReplaySlots } from "./replay-slots.ts";
import { type ReplayedTelemetry, type ReplaySource, replayTelemetry } from "./replay-telemetry.ts";

/** `present` is the sensitivity that services have now; the others are one for all services. */
export type Compared = "present" | Sensitivity;

export interface ComparisonRequest {
  readonly rules: readonly Rule[];
  readonly from: number;
  readonly to: number;
  /** The settings of the organization and of its services now. */
  readonly settings: readonly StoredSensitivity[];
}

export interface Comparison extends ReplayedTelemetry {
  readonly from: number;
  readonly to: number;
  readonly warmUpFrom: number;
  /** Events of services beyond the limit. */
  readonly leftOut: number;
  /** The openings of each rule by sensitivity. A rule in shadow counts as if it were active. */
  readonly openings: ReadonlyMap<string, Readonly<Record<Compared, number>>>;
}

/** Throws as {@link ReplaySlots} does, and the reason of `signal`. */
export type CompareSensitivities = (
  scope: Scope,
  request: ComparisonRequest,
  signal: AbortSignal,
) => Promise<Comparison>;

/** Replays that take the same telemetry; the largest one counts for the bounds. */
const together = (replays: readonly Replay[]): Pick<Replay, "take" | "end" | "size"> => ({
  *take(telemetry) {
    for (const replay of replays) yield* replay.take(telemetry);
  },
  *end(at) {
    for (const replay of replays) yield* replay.end(at);
  },
  get size() {
    return Math.max(...replays.map(({ size }) => size));
  },
});

/** Replays stored telemetry once with each sensitivity, in one pass over the archive. Writes nothing. */
export const createComparison =
  (source: ReplaySource, slots: ReplaySlots): CompareSensitivities =>
  (scope, { rules: given, from, to, settings }, signal) =>
    slots(scope, async () => {
      const rules = given.filter(({ enabled }) => enabled);
      const warmUpFrom = from - warmUpMsOf(rules);
      const replays = new Map<Compared, Replay>();
      // All replays keep the states of as many services as a preview.
      const servicesMax = SERVICES_MAX / (sensitivities.length + 1);
      const start = (extraEvidenceOf: ExtraEvidenceOf) => startReplay(rules, { extraEvidenceOf, servicesMax });
      for (const each of sensitivities)
        replays.set(
          each,
          start(() => extraEvidence[each]),
        );
      const isSame = settings.every(({ service }) => service === null);
      const same = isSame && replays.get(settings[0]?.sensitivity ?? "normal");
      replays.set("present", same || start(extraEvidenceBy(settings)));
      const read = await replayTelemetry(
        together([...new Set(replays.values())]),
        source,
        scope,
        { from: warmUpFrom, to },
        signal,
      );
      const openings = new Map(rules.map(({ id }) => [id, { present: 0, quiet: 0, normal: 0, early: 0 }]));
      let leftOut = 0;
      for (const [compared, replay] of replays) {
        const outcome = replay.outcome(read.coveredUntil);
        leftOut = outcome.leftOut;
        for (const { first, openedAt } of outcome.episodes) {
          const counts = openings.get(first.ruleId);
          if (counts !== undefined && openedAt >= from) counts[compared]++;
        }
      }
      return { from, to, warmUpFrom, ...read, leftOut, openings };
    });
