import { DAY_MS, toIso } from "../../kernel/clock.ts";
import { roundToTenth } from "../../kernel/rounding.ts";
import { type Interval, wilsonInterval } from "../../methods/calibration/wilson-interval.ts";
import { type Scope, SYSTEM } from "../../model/scope.ts";
import type { Rule, RuleMode } from "../rules/rule.ts";
import { type ModeSetting, type Modes, modeOf } from "../rules/rule-mode.ts";

export const PERFORMANCE_DAYS_DEFAULT = 30;
/** The least judged openings for a promotion: ten useful of ten give a lower bound of 0.7. */
const PROMOTE_JUDGED_MIN = 10;
/** A promotion requires the whole confidence interval above this precision. */
const PROMOTE_ABOVE = 0.7;
/** The least judged openings for a demotion. */
const DEMOTE_JUDGED_MIN = 20;
/** A demotion requires the whole confidence interval below this precision. */
const DEMOTE_BELOW = 0.3;

/** The least pairs of service and day, so that one bad night is not enough. */
const OCCASIONS_MIN = 5;

export interface Counts {
  readonly opened: number;
  readonly useful: number;
  readonly noise: number;
  /** The number of pairs of service and day among the judged openings. */
  readonly occasions: number;
}

export interface MeasureStore {
  /** Incidents that the rule opened; of more than the limit, the newest. */
  opened(scope: Scope, ruleId: string, from: number): Promise<Counts>;
  /** Incidents that the rule would have opened. */
  shadowed(scope: Scope, ruleId: string, from: number): Promise<Counts>;
}

export interface Measured extends Counts {
  readonly from: number;
  readonly unjudged: number;
  readonly precision: { readonly value: number | null } & Interval;
}

export interface Performance extends Measured {
  readonly ruleId: string;
  readonly mode: RuleMode;
  readonly shadow: Measured;
  readonly recommendation: "promote" | "demote" | "keep";
  readonly rationale: string;
}

/** The precision of these rules in the last days. Setting a mode restarts the count. */
export async function measure(
  store: MeasureStore,
  scope: Scope,
  rules: readonly Rule[],
  modes: Modes,
  days: number,
  now: number,
): Promise<Performance[]> {
  const measured: Performance[] = [];
  for (const rule of rules) measured.push(await measureRule(store, scope, rule, modes.get(rule.id), days, now));
  return measured;
}

export async function measureRule(
  store: MeasureStore,
  scope: Scope,
  rule: Rule,
  setting: ModeSetting | undefined,
  days: number,
  now: number,
): Promise<Performance> {
  const mode = modeOf(rule, setting);
  const isActive = mode === "active";
  const from = now - days * DAY_MS;
  const modeSince = Math.max(from, setting?.since ?? 0);
  // The count of the previous mode explains the change.
  const [activeFrom, shadowFrom] = isActive ? [modeSince, from] : [from, modeSince];
  const active = measuredOf(await store.opened(scope, rule.id, activeFrom), activeFrom);
  const shadow = measuredOf(await store.shadowed(scope, rule.id, shadowFrom), shadowFrom);
  const { recommendation, rationale } = recommend(isActive ? active : shadow, isActive, rule.autoDemote);
  const byItself = setting?.by === SYSTEM && mode === "shadow" && setting.since !== null;
  const statement = byItself ? `It went to shadow by itself at ${toIso(setting.since)}. ${rationale}` : rationale;
  return { ruleId: rule.id, mode, ...active, shadow, recommendation, rationale: statement };
}

function measuredOf(counts: Counts, from: number): Measured {
  const judged = counts.useful + counts.noise;
  return {
    ...counts,
    from,
    unjudged: counts.opened - judged,
    precision: { value: judged === 0 ? null : counts.useful / judged, ...wilsonInterval(counts.useful, judged) },
  };
}

function recommend(measured: Measured, isActive: boolean, autoDemote: boolean) {
  const { lower, upper } = measured.precision;
  const [change, what, judgedMin, isCertain, range] = isActive
    ? (["demote", "a demotion", DEMOTE_JUDGED_MIN, upper < DEMOTE_BELOW, `below ${percent(DEMOTE_BELOW)}`] as const)
    : ([
        "promote",
        "a promotion",
        PROMOTE_JUDGED_MIN,
        lower >= PROMOTE_ABOVE,
        `from ${percent(PROMOTE_ABOVE)} on`,
      ] as const);
  const little = tooLittle(measured, judgedMin, what);
  const isDue = little === undefined && isCertain;
  const how =
    isDue && isActive && !autoDemote ? " It never goes to shadow by itself: that is a person's to decide." : "";
  const comparison = `, ${isCertain ? "" : "not "}all of it ${range}.${how}`;
  return {
    recommendation: isDue ? change : ("keep" as const),
    rationale: `${evidenceOf(measured)}${little ?? comparison}`,
  };
}

/** The reason why the evidence is too small for a change; undefined where it is enough. */
function tooLittle({ useful, noise, occasions }: Measured, judgedMin: number, what: string): string | undefined {
  const judged = useful + noise;
  if (judged === 0) return `; ${what} asks for ${judgedMin}.`;
  if (judged < judgedMin) return `, but ${what} asks for ${judgedMin} judged openings.`;
  if (occasions >= OCCASIONS_MIN) return undefined;
  const about = occasions === 1 ? "one service on one day" : `${occasions} services and days`;
  return `, but they are about ${about}, of ${OCCASIONS_MIN} that ${what} asks for.`;
}

const percent = (share: number): string => `${roundToTenth(share * 100)} %`;

function evidenceOf({ useful, noise, precision }: Measured): string {
  const judged = useful + noise;
  if (judged === 0) return "No opening is judged";
  return `${useful} of ${judged} judged openings were useful (${percent(useful / judged)}); the true rate lies between ${percent(precision.lower)} and ${percent(precision.upper)} (95 % confidence)`;
}
