import type { Picture } from "../picture/incident-picture.ts";
import { type Drops, quoted } from "./drops.ts";
import type { Exhibit } from "./exhibits.ts";
import { CITED_MAX } from "./model-limits.ts";
import type { Prompt } from "./prompt.ts";
import { listIn } from "./read-answer.ts";

/** What the checks go by: the question as it was asked, and the picture that it was made of. */
export interface Asked {
  readonly prompt: Pick<Prompt, "exhibits" | "services" | "pods">;
  readonly picture: Picture;
  /** When the trouble began, in milliseconds; null where nothing shows it. */
  readonly onsetAt: number | null;
}

/** The exhibits that are cited and exist, each once. */
export function citedIn(
  given: Readonly<Record<string, unknown>>,
  field: "evidence" | "counterEvidence",
  which: string,
  { prompt }: Asked,
  drops: Drops,
): Exhibit[] {
  const byAlias = new Map(prompt.exhibits.map((exhibit) => [exhibit.alias, exhibit]));
  const cited = new Set<Exhibit>();
  for (const alias of listIn(given, field, CITED_MAX, drops)) {
    const exhibit = typeof alias === "string" ? byAlias.get(alias) : undefined;
    if (exhibit) cited.add(exhibit);
    else drops.drop(`${which} cites the evidence ${quoted(alias)}, which doesn't exist.`);
  }
  return [...cited];
}

/** Undefined where it isn't in view. */
export function serviceIn(given: Readonly<Record<string, unknown>>, { prompt }: Asked): string | null | undefined {
  const service = given["service"];
  if (service === null || service === undefined) return null;
  return typeof service === "string" ? prompt.services.get(service) : undefined;
}
