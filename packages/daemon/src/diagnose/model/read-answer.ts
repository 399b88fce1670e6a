import { roundToHundredth } from "../../kernel/rounding.ts";
import type { Drops } from "./drops.ts";

/** Values of an answer, of which nothing is sure. */
type Given = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function textIn(given: Given, field: string): string {
  const value = given[field];
  return typeof value === "string" ? value : "";
}

export function listIn(given: Given, field: string, most: number, drops: Drops): readonly unknown[] {
  const value = given[field];
  if (!Array.isArray(value)) return [];
  if (value.length > most) drops.drop(`Of ${value.length} ${WORDS[field] ?? field} the first ${most} were read.`);
  return value.slice(0, most);
}

const WORDS: Readonly<Record<string, string>> = {
  suggestedFixes: "suggested fixes",
  evidence: "pieces of evidence",
  counterEvidence: "pieces of counter-evidence",
};

/** What a claim without a meaningful confidence counts as. */
const DOUBTFUL = 0.1;

export function confidenceIn(given: Given, which: string, drops: Drops): number {
  const value = given["confidence"];
  if (typeof value === "number" && value >= 0 && value <= 1) return roundToHundredth(value);
  drops.drop(`${which} has a confidence that is no number from 0 to 1; it counts as ${DOUBTFUL}.`);
  return DOUBTFUL;
}
