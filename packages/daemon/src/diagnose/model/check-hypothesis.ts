import type { Evidence, Hypothesis } from "../../model/diagnosis.ts";
import { type Asked, citedIn, serviceIn } from "./cite.ts";
import { type Drops, nothing, quoted } from "./drops.ts";
import type { Exhibit } from "./exhibits.ts";
import { CAUSE_CHARS_MAX, NAME_CHARS_MAX } from "./model-limits.ts";
import { plainText, spokenText } from "./plain-text.ts";
import { confidenceIn, isRecord, textIn } from "./read-answer.ts";

export type CheckedHypothesis = Omit<Hypothesis, "rank">;

/** Null where it names what isn't in view, or nothing that exists shows it. */
export function checkHypothesis(given: unknown, which: string, asked: Asked, drops: Drops): CheckedHypothesis | null {
  if (!isRecord(given)) return nothing(drops, `${which} is not an object and was left out.`);
  const cause = spokenText(textIn(given, "cause"), CAUSE_CHARS_MAX);
  if (cause === "") return nothing(drops, `${which} names no cause and was left out.`);
  const service = serviceIn(given, asked);
  if (service === undefined) {
    return nothing(
      drops,
      `${which} names the service ${quoted(given["service"])}, which is not in view, and was left out.`,
    );
  }
  const cited = citedIn(given, "evidence", which, asked, drops);
  if (cited.length === 0) return nothing(drops, `${which} cites no evidence that exists and was left out.`);
  const change = changeIn(given["change"], which, asked, drops);
  // Who blames a change cites what shows it, said or not.
  const evidence = [...new Set([...cited, ...(change ? [change] : [])])];
  const counterEvidence = citedIn(given, "counterEvidence", which, asked, drops).filter(
    (one) => !evidence.includes(one),
  );
  const cap = confidenceCap(
    service,
    evidence.map((one) => one.evidence),
  );
  return {
    cause,
    service,
    metric: metricIn(given["metric"], service, which, asked, drops),
    change: change?.change ? (change.change.gitHash ?? change.change.id) : null,
    confidence: Math.min(cap, confidenceIn(given, which, drops)),
    evidence: evidence.map((one) => one.evidence.id),
    counterEvidence: counterEvidence.map((one) => one.evidence.id),
  };
}

/** A step of the grid is coarse, and clocks differ. */
const LATE_STEPS = 1.5;

function changeIn(given: unknown, which: string, { prompt, picture, onsetAt }: Asked, drops: Drops): Exhibit | null {
  if (given === null || given === undefined) return null;
  const exhibit = prompt.exhibits.find(({ alias, change }) => alias === given && change !== null);
  if (!exhibit?.change) return nothing(drops, `${which} names the change ${quoted(given)}, which doesn't exist.`);
  if (onsetAt !== null && exhibit.change.at > onsetAt + LATE_STEPS * picture.grid.step) {
    return nothing(drops, `${which} names the change ${exhibit.alias}, which came after the trouble had begun.`);
  }
  return exhibit;
}

function metricIn(
  given: unknown,
  service: string | null,
  which: string,
  { picture }: Asked,
  drops: Drops,
): string | null {
  if (given === null || given === undefined || given === "") return null;
  const metric = picture.metrics.find(
    (series) =>
      (service === null || series.service === service) &&
      (series.name === given || plainText(series.name, NAME_CHARS_MAX) === given),
  );
  return metric?.name ?? nothing(drops, `${which} names the metric ${quoted(given)}, which was not seen.`);
}

/** What a claim may be worth, by how much is cited that is about its service. */
const CAPS = [0, 0.5, 0.65, 0.75] as const;
const CAP_OF_SEVERAL_KINDS = 0.85;
const CAP_WITHOUT_OWN_EVIDENCE = 0.3;

function confidenceCap(service: string | null, cited: readonly Evidence[]): number {
  const about = cited.filter((evidence) => service === null || evidence.service === service);
  if (about.length === 0) return CAP_WITHOUT_OWN_EVIDENCE;
  const kinds = new Set(about.map(({ kind }) => kind));
  if (about.length >= 3 && kinds.size >= 2) return CAP_OF_SEVERAL_KINDS;
  return CAPS[Math.min(about.length, CAPS.length - 1)] ?? 0;
}
