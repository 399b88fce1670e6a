import { roundToHundredth } from "../../kernel/rounding.ts";
import type { Picture } from "../gather/incident-picture.ts";
import { CITED_MAX, DROPPED_MAX, QUOTED_CHARS_MAX } from "./model-limits.ts";
import { spokenText } from "./plain-text.ts";
import type { Prompt } from "./prompt.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";

/** Notes what was dropped from an answer. */
export interface Drops {
  drop(sentence: string): void;
  sentences(): readonly string[];
}

export function createDrops(): Drops {
  const noted: string[] = [];
  let further = 0;
  return {
    drop(sentence) {
      if (noted.length < DROPPED_MAX - 1) noted.push(sentence);
      else further += 1;
    },
    sentences: () => (further === 0 ? noted : [...noted, `${further} more were left out.`]),
  };
}

/** A quoted part of the answer. */
export const quoted = (value: unknown): string =>
  `“${spokenText(typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing"), QUOTED_CHARS_MAX)}”`;

/** Notes a dropped part, and returns null. */
export function nothing(drops: Drops, sentence: string): null {
  drops.drop(sentence);
  return null;
}

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

/** Confidence of a claim without a valid one. */
const DOUBTFUL = 0.1;

export function confidenceIn(given: Given, which: string, drops: Drops): number {
  const value = given["confidence"];
  if (typeof value === "number" && value >= 0 && value <= 1) return roundToHundredth(value);
  drops.drop(`${which} has a confidence that is no number from 0 to 1; it counts as ${DOUBTFUL}.`);
  return DOUBTFUL;
}

export interface Asked {
  readonly prompt: Pick<Prompt, "exhibits" | "services" | "pods">;
  readonly picture: Picture;
  /** In milliseconds; null if unknown. */
  readonly onsetAt: number | null;
}

/** Existing cited exhibits, each once. */
export function citedIn(
  given: Readonly<Record<string, unknown>>,
  field: "evidence" | "counterEvidence",
  which: string,
  { prompt }: Asked,
  drops: Drops,
): PromptEvidence[] {
  const byAlias = new Map(prompt.exhibits.map((exhibit) => [exhibit.alias, exhibit]));
  const cited = new Set<PromptEvidence>();
  for (const alias of listIn(given, field, CITED_MAX, drops)) {
    const exhibit = typeof alias === "string" ? byAlias.get(alias) : undefined;
    if (exhibit) cited.add(exhibit);
    else drops.drop(`${which} cites the evidence ${quoted(alias)}, which doesn't exist.`);
  }
  return [...cited];
}

/** Undefined if unknown. */
export function serviceIn(given: Readonly<Record<string, unknown>>, { prompt }: Asked): string | null | undefined {
  const service = given["service"];
  if (service === null || service === undefined) return null;
  return typeof service === "string" ? prompt.services.get(service) : undefined;
}
