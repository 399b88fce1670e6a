import type { Mark } from "../../methods/state/evidence-trail.ts";
import { TRAIL_FIRST_MAX, TRAIL_LAST_MAX } from "../../methods/state/evidence-trail.ts";
import type { Severity } from "../../model/incident.ts";
import type { Rule } from "../rules/rule.ts";

/** What a pattern saw in one service: a candidate in the making, before it is known whether it repeats another. */
export interface Finding {
  readonly rule: Rule;
  /** The deduplication key within its environment. */
  readonly key: string;
  readonly reason: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly environment: string | null;
  readonly trigger: string;
  readonly evidence: readonly string[];
  readonly at: number;
  /** How many observations it stands for. */
  readonly observations: number;
  /** Once it is over, the same is no news for so long, unless it is graver; 0: at once. */
  readonly newsAgainAfterMs: number;
}

const EVIDENCE_MAX = TRAIL_FIRST_MAX + TRAIL_LAST_MAX;

/** Ids of marks, first and last ones when there are too many. */
export function evidenceOf(marks: readonly Mark[]): string[] {
  const ids = marks.map((mark) => mark[0]);
  return ids.length <= EVIDENCE_MAX ? ids : [...ids.slice(0, TRAIL_FIRST_MAX), ...ids.slice(-TRAIL_LAST_MAX)];
}
