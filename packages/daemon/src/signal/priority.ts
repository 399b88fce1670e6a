import { roundToTenth } from "../kernel/rounding.ts";
import type { Severity } from "../model/incident.ts";
import type { Counts } from "../model/telemetry-count.ts";
import type { SloContext } from "./slo.ts";

export const priorityLevels = ["P1", "P2", "P3", "P4", "P5"] as const;
export type PriorityLevel = (typeof priorityLevels)[number];

const LABELS: Readonly<Record<PriorityLevel, string>> = {
  P1: "Act now",
  P2: "Act within the hour",
  P3: "Act today",
  P4: "Plan it",
  P5: "When there is time",
};
/** The place of its level among {@link priorityLevels}. */
const BASE: Readonly<Record<Severity, number>> = { CRITICAL: 0, HIGH: 1, MEDIUM: 2, LOW: 3 };

/** So many errors since it began, and such a share of the logs, press. */
export const PRESSING_ERRORS_MIN = 100;
export const PRESSING_ERROR_SHARE_MIN = 0.05;
export const PRESSING_MINUTES_MIN = 60;
export const PRESSING_SERVICES_MIN = 3;
/** Levels that an incident rises above its severity at most: what is only LOW is never the first thing to do. */
export const LEVELS_RAISED_MAX = 2;

export interface Circumstances {
  readonly severity: Severity;
  /** Of the affected services, since it began. */
  readonly counts: Counts;
  readonly durationMinutes: number;
  readonly serviceCount: number;
  readonly slo: Pick<
    SloContext,
    "tier" | "riskThresholdMinutes" | "breachThresholdMinutes" | "atRisk" | "breached" | "burnState"
  >;
}

/** One reason to raise the level by one, or to lower it. */
interface Step {
  readonly levels: 1 | -1;
  readonly why: string;
}

export interface Priority {
  readonly level: PriorityLevel;
  readonly label: string;
  /** What moved the level away from the one of the severity; sentences. */
  readonly reasons: readonly string[];
}

/**
 * The level is that of the severity (CRITICAL P1, HIGH P2, MEDIUM P3, LOW P4), raised by one for pressure, by one for
 * a service of tier-0 and by one where the objective is at risk, together by {@link LEVELS_RAISED_MAX} at most;
 * lowered by one for a service of tier-3. Pressure is any of: many errors since it began, long duration, several
 * services. No step depends on the severity, so that no incident comes after a less severe one in its circumstances.
 */
export function priorityOf(circumstances: Circumstances): Priority {
  const base = BASE[circumstances.severity];
  const steps = [pressure(circumstances), tier(circumstances), objective(circumstances)].filter(
    (step): step is Step => step !== undefined,
  );
  const sum = steps.reduce((all, { levels }) => all + levels, 0);
  const raised = Math.min(LEVELS_RAISED_MAX, sum);
  const level = priorityLevels[Math.min(Math.max(base - raised, 0), priorityLevels.length - 1)] as PriorityLevel;
  const begin = `${circumstances.severity} is ${priorityLevels[base]}.`;
  const end = sum > raised ? [`Together they raise it by ${LEVELS_RAISED_MAX} at most.`] : [];
  return { level, label: LABELS[level], reasons: [begin, ...steps.map(({ why }) => why), ...end] };
}

function pressure({ counts, durationMinutes, serviceCount }: Circumstances): Step | undefined {
  const signs: string[] = [];
  const share = counts.logs === 0 ? 0 : counts.errors / counts.logs;
  if (counts.errors >= PRESSING_ERRORS_MIN && share >= PRESSING_ERROR_SHARE_MIN) {
    signs.push(`${counts.errors} errors, ${roundToTenth(share * 100)} % of the logs`);
  }
  if (durationMinutes >= PRESSING_MINUTES_MIN) signs.push(`${roundToTenth(durationMinutes)} minutes`);
  if (serviceCount >= PRESSING_SERVICES_MIN) signs.push(`${serviceCount} services`);
  return signs.length === 0 ? undefined : { levels: 1, why: `Raised by pressure: ${signs.join(", ")}.` };
}

function tier({ slo }: Circumstances): Step | undefined {
  if (slo.tier === "tier-0") return { levels: 1, why: "Raised for a service of tier-0." };
  if (slo.tier === "tier-3") return { levels: -1, why: "Lowered for a service of tier-3." };
  return undefined;
}

function objective({ slo, durationMinutes }: Circumstances): Step | undefined {
  if (!slo.atRisk) return undefined;
  const { tier, riskThresholdMinutes: risk, breachThresholdMinutes: breach, burnState } = slo;
  const causes: string[] = [];
  if (durationMinutes >= breach) causes.push(`it has passed the breach threshold of ${tier} (${breach} minutes)`);
  else if (durationMinutes >= risk) causes.push(`it has passed the risk threshold of ${tier} (${risk} minutes)`);
  if (burnState === "exhausted") causes.push("the error budget is spent");
  if (burnState === "fast_burn") causes.push("the error budget burns fast");
  return { levels: 1, why: `Raised since ${causes.join(" and ")}.` };
}
