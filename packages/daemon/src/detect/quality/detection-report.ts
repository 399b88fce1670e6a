import type { FeedbackVerdict } from "../../model/feedback.ts";
import type { Scope } from "../../model/scope.ts";
import type { Rule, RuleMode } from "../rules/rule.ts";
import { type Modes, modeOf } from "../rules/rule-mode.ts";

/** An incident that a rule opened. */
export interface RuleOpening {
  readonly ruleId: string;
  readonly openedAt: number;
  readonly verdict: FeedbackVerdict | null;
  /** True if a person acknowledged the incident, or the one that it was merged into. */
  readonly isAcknowledged: boolean;
  /** The first telemetry that shows the condition; null if it isn't known. */
  readonly evidenceId: string | null;
}

export interface RuleOpenings {
  /** The newest `most` openings from then on, newest first, in pages. Other work runs between pages. */
  openings(scope: Scope, from: number, most: number): AsyncIterable<readonly RuleOpening[]>;
  /** The telemetry's own time; undefined if it isn't stored. */
  timeOf(scope: Scope, evidenceId: string): Promise<number | undefined>;
}

/** From the onset of a condition, by its first telemetry, to the opening. */
export interface OnsetToOpening {
  /** The newest openings whose telemetry is stored. */
  readonly measured: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

export interface RuleReport {
  readonly ruleId: string;
  readonly mode: RuleMode;
  readonly opened: number;
  readonly useful: number;
  readonly noise: number;
  readonly unjudged: number;
  readonly acknowledged: number;
  readonly acknowledgedShare: number | null;
  readonly openedAtNight: number;
  readonly onsetToOpening: OnsetToOpening | null;
}

export interface DetectionReport {
  /** Later than requested where older openings weren't counted. */
  readonly countedFrom: number;
  readonly rules: readonly RuleReport[];
}

export interface ReportRequest {
  readonly rules: readonly Rule[];
  readonly modes: Modes;
  readonly from: number;
  readonly isNight: (at: number) => boolean;
}

/** A rule that opens more needs no exact figures. */
const OPENINGS_MAX = 10_000;
/** Each is a look into the archive. */
const ONSETS_MAX = 50;

/** Counts the openings of each rule since a time, in the order of the rules. */
export async function reportDetection(
  store: RuleOpenings,
  scope: Scope,
  { rules, modes, from, isNight }: ReportRequest,
  most = OPENINGS_MAX,
): Promise<DetectionReport> {
  const byRule = new Map<string, RuleOpening[]>(rules.map(({ id }) => [id, []]));
  let read = 0;
  let countedFrom = from;
  for await (const page of store.openings(scope, from, most)) {
    for (const opening of page) byRule.get(opening.ruleId)?.push(opening);
    read += page.length;
    if (read >= most) countedFrom = page.at(-1)?.openedAt ?? from;
  }
  const reports: RuleReport[] = [];
  for (const rule of rules) {
    const openings = byRule.get(rule.id) ?? [];
    const onsetToOpening = await measureOnsets(store, scope, openings);
    reports.push({
      ruleId: rule.id,
      mode: modeOf(rule, modes.get(rule.id)),
      ...count(openings, isNight),
      onsetToOpening,
    });
  }
  return { countedFrom, rules: reports };
}

function count(openings: readonly RuleOpening[], isNight: ReportRequest["isNight"]) {
  const that = (holds: (opening: RuleOpening) => boolean): number => openings.filter(holds).length;
  const acknowledged = that(({ isAcknowledged }) => isAcknowledged);
  return {
    opened: openings.length,
    useful: that(({ verdict }) => verdict === "useful"),
    noise: that(({ verdict }) => verdict === "noise"),
    unjudged: that(({ verdict }) => verdict === null),
    acknowledged,
    acknowledgedShare: openings.length === 0 ? null : acknowledged / openings.length,
    openedAtNight: that(({ openedAt }) => isNight(openedAt)),
  };
}

async function measureOnsets(
  store: Pick<RuleOpenings, "timeOf">,
  scope: Scope,
  openings: readonly RuleOpening[],
): Promise<OnsetToOpening | null> {
  const delays: number[] = [];
  for (const { evidenceId, openedAt } of openings.slice(0, ONSETS_MAX)) {
    const at = evidenceId === null ? undefined : await store.timeOf(scope, evidenceId);
    // A clock may be ahead of the server's.
    if (at !== undefined) delays.push(Math.max(0, openedAt - at));
  }
  delays.sort((one, other) => one - other);
  const [medianMs, worstMs] = [delays[(delays.length - 1) >> 1], delays.at(-1)];
  return medianMs === undefined || worstMs === undefined ? null : { measured: delays.length, medianMs, worstMs };
}
