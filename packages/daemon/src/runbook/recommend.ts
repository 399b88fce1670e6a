import { roundToHundredth } from "../kernel/rounding.ts";
import type { RunbookOutline } from "./runbook.ts";

export interface RunbookEvidence {
  /** The best fix first. */
  readonly actionTypes: readonly string[];
  /** Named by a suggested fix. */
  readonly namedIds: readonly string[];
  readonly similar: readonly SimilarLinks[];
}

export interface SimilarLinks {
  /** From 0 to 1. */
  readonly score: number;
  readonly recovered: boolean;
  readonly runbookIds: readonly string[];
}

export interface Recommendation {
  readonly runbookId: string;
  /** Two decimals. */
  readonly score: number;
  readonly reasons: readonly string[];
}

const NAMED_POINTS = 1;
/** A linked incident that has not recovered counts half. */
const UNRECOVERED_WEIGHT = 0.5;

/**
 * The best `most` runbooks with a score. A suggested fix that names the runbook adds 1. The n-th action type of the
 * diagnosis adds 1/n, and each linked incident its similarity. Ties: fewer action types, then the latest change, then
 * the id.
 */
export function rankRunbooks(
  candidates: readonly RunbookOutline[],
  evidence: RunbookEvidence,
  most: number,
): Recommendation[] {
  return candidates
    .map((runbook) => ({ runbook, ...weigh(runbook, evidence) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.runbook.actionTags.length - b.runbook.actionTags.length ||
        b.runbook.updatedAt - a.runbook.updatedAt ||
        (a.runbook.id < b.runbook.id ? -1 : 1),
    )
    .slice(0, most)
    .map(({ runbook, score, reasons }) => ({ runbookId: runbook.id, score, reasons }));
}

function weigh(runbook: RunbookOutline, { actionTypes, namedIds, similar }: RunbookEvidence) {
  const linked = similar.filter(({ runbookIds }) => runbookIds.includes(runbook.id));
  const recovered = linked.filter((incident) => incident.recovered);
  const others = linked.filter((incident) => !incident.recovered);
  const place = actionTypes.findIndex((type) => runbook.actionTags.includes(type));
  const parts = [
    { points: namedIds.includes(runbook.id) ? NAMED_POINTS : 0, reason: "A suggested fix names it." },
    {
      points: place < 0 ? 0 : 1 / (place + 1),
      reason: `It applies to ${actionTypes[place]}, action type ${place + 1} of the diagnosis.`,
    },
    { points: sum(recovered), reason: `It is linked to ${count(recovered)} that recovered.` },
    {
      points: UNRECOVERED_WEIGHT * sum(others),
      reason: `It is linked to ${count(others)} not recovered yet, which counts half.`,
    },
  ].filter(({ points }) => points > 0);
  const score = parts.reduce((total, { points }) => total + points, 0);
  return { score: roundToHundredth(score), reasons: parts.map(({ reason }) => reason) };
}

const sum = (incidents: readonly SimilarLinks[]): number => incidents.reduce((total, { score }) => total + score, 0);
const count = ({ length }: readonly unknown[]): string =>
  `${length} similar ${length === 1 ? "incident" : "incidents"}`;
