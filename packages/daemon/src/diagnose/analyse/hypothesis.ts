import type { Hypothesis } from "../../model/diagnosis.ts";
import { formatList } from "../../signal/format-text.ts";
import { type CauseKind, causeKindOf, metricOf, shownOf } from "./cause.ts";
import type { JudgedChange } from "./changes.ts";
import type { Deviation } from "./deviations.ts";
import type { EvidenceCollector } from "./evidence.ts";
import { capitalised, describeChange, describeDeviation, gapOf, named } from "./sentences.ts";
import { reachedFrom } from "./service-graph.ts";
import type { Suspect } from "./suspect.ts";
import { timeOf, type View } from "./view.ts";

export interface Finding {
  readonly suspect: Suspect;
  readonly kind: CauseKind;
  readonly hypothesis: Hypothesis;
  /** Deviating callers. */
  readonly victims: readonly string[];
}

const SYMPTOMS_CITED = 4;
const VICTIMS_CITED = 2;
const LATE_CHANGES_CITED = 2;
const EARLIER_CITED = 1;
/** Weaker complaints are everyday noise. */
const SUFFERS_FROM = 1;
/** Lead of another service's trouble that counts against a suspect. */
const EARLIER_STEPS = 2;

export function findingOf(
  view: View,
  suspect: Suspect,
  changes: readonly JudgedChange[],
  place: { readonly rank: number; readonly confidence: number },
  book: EvidenceCollector,
): Finding {
  const kind = causeKindOf(view, suspect);
  const victims = victimsOf(view, suspect);
  const { change } = suspect;
  const hypothesis: Hypothesis = {
    rank: place.rank,
    cause: sentenceOf(view, suspect, kind, victims),
    service: suspect.service,
    metric: metricOf(suspect)?.deviation.signal.name ?? null,
    change: kind === "change" && change ? (change.commit ?? change.change.id) : null,
    confidence: place.confidence,
    evidence: cited(evidenceFor(view, suspect, kind, victims, book)),
    counterEvidence: cited(evidenceAgainst(view, suspect, changes, book)),
  };
  return { suspect, kind, hypothesis, victims };
}

const cited = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

function evidenceFor(
  view: View,
  suspect: Suspect,
  kind: CauseKind,
  victims: readonly string[],
  book: EvidenceCollector,
): (string | null)[] {
  const { service, trouble, change, probes, past } = suspect;
  const ids: (string | null)[] = [];
  const shown = kind === "outside" ? suspect.outward.shown?.deviation : shownOf(suspect);
  if (shown) ids.push(book.deviation(shown));
  for (const { deviation } of trouble?.symptoms.slice(0, SYMPTOMS_CITED) ?? []) ids.push(book.deviation(deviation));
  if (change && (kind === "change" || isOnlyChanged(suspect))) {
    ids.push(book.change(change));
    if (change.marked) ids.push(book.deviation(change.marked.deviation));
  }
  for (const victim of victims.slice(0, VICTIMS_CITED)) {
    const symptom = view.troubles.get(victim)?.symptoms[0];
    if (symptom) ids.push(book.deviation(symptom.deviation));
    if (view.callers.get(service)?.includes(victim)) {
      ids.push(book.call({ caller: victim, callee: service }, `${named(victim)} calls ${named(service)}`));
    }
  }
  for (const probe of probes.slice(0, 2)) ids.push(book.probe(probe));
  for (const incident of past.slice(0, 1)) ids.push(book.past(incident));
  return ids;
}

/** Late changes, a callee in more trouble, an earlier trouble elsewhere. */
function evidenceAgainst(
  view: View,
  { service, trouble }: Suspect,
  changes: readonly JudgedChange[],
  book: EvidenceCollector,
): (string | null)[] {
  const late = changes.filter(
    ({ change, tooLate }) => tooLate && change.service === service && change.kind === "deployment",
  );
  const ids: (string | null)[] = late.slice(0, LATE_CHANGES_CITED).map((change) => book.change(change));
  const own = trouble?.symptoms[0]?.weight ?? 0;
  for (const callee of view.callees.get(service) ?? []) {
    const symptom = view.troubles.get(callee)?.symptoms[0];
    if (callee !== service && symptom && symptom.weight > own) {
      ids.push(book.deviation(symptom.deviation));
      break;
    }
  }
  const since = trouble?.since ?? null;
  const upstream = reachedFrom(service, view.callers);
  const earlier = [...view.troubles.values()]
    .filter((other) => other.service !== service && !upstream.has(other.service) && other.since !== null)
    .filter((other) => since !== null && (other.since as number) <= since - EARLIER_STEPS)
    .filter((other) => (other.symptoms[0]?.weight ?? 0) > own);
  for (const { symptoms } of earlier.slice(0, EARLIER_CITED)) {
    if (symptoms[0]) ids.push(book.deviation(symptoms[0].deviation));
  }
  return ids;
}

/** Complaining direct and indirect callers, the nearest and worst first. */
function victimsOf(view: View, { service }: Suspect): string[] {
  const complaint = (name: string) => {
    const strengths = view.troubles.get(name)?.strengths;
    return strengths ? Math.max(strengths.errors, strengths.latency) : 0;
  };
  return [...reachedFrom(service, view.callers)]
    .filter(([name]) => name !== service && complaint(name) >= SUFFERS_FROM)
    .sort(([one, near], [other, far]) => near - far || complaint(other) - complaint(one))
    .map(([name]) => name);
}

const isOnlyChanged = ({ trouble, change, probes, past }: Suspect): boolean =>
  change !== null && (trouble?.symptoms.length ?? 0) === 0 && probes.length === 0 && past.length === 0;

const openings: Readonly<Record<Exclude<CauseKind, "change">, (service: string) => string>> = {
  outside: (service) => `What ${service} calls outside of the known services fails`,
  silence: (service) => `${service} has fallen silent`,
  instance: (service) => `One instance of ${service} is in trouble by itself`,
  memory: (service) => `${service} uses more memory than before`,
  disk: (service) => `The disk of ${service} is in trouble`,
  saturation: (service) => `${service} is at the end of a resource`,
  errors: (service) => `${service} fails`,
  latency: (service) => `${service} has become slow`,
  unclear: (service) => `${service} behaves otherwise than before`,
};

/** `2 min before the trouble`; the first sign may be much earlier. */
function leadOf(view: View, { change }: JudgedChange, shown: Deviation | null): string {
  const trouble = view.onsetAt ?? view.picture.noticedAt;
  const sign = shown ? timeOf(view.picture, shown.since) : trouble;
  return trouble - sign > EARLIER_STEPS * view.picture.grid.step
    ? `${gapOf(change.at, trouble)} before the trouble and ${gapOf(change.at, sign)} before its first sign`
    : `${gapOf(change.at, sign)} before the trouble`;
}

function sentenceOf(view: View, suspect: Suspect, kind: CauseKind, victims: readonly string[]): string {
  const { change } = suspect;
  const telling = kind === "change" ? change?.marked : kind === "outside" ? suspect.outward.shown : null;
  const heaviest = telling?.deviation ?? shownOf(suspect);
  const shows = heaviest ? describeDeviation(view.picture, heaviest) : "";
  const [calls, suffer] = victims.length === 1 ? ["calls", "suffers"] : ["call", "suffer"];
  const follow = victims.length > 0 ? `; ${formatList(victims)} ${calls} it and ${suffer}` : "";
  if (kind === "change" && change) {
    return `${capitalised(describeChange(change))} came ${leadOf(view, change, heaviest)}${shows === "" ? "" : `: ${shows}`}${follow}.`;
  }
  if (change && isOnlyChanged(suspect)) {
    return `Nothing of ${named(suspect.service)} deviates; ${describeChange(change)} is all that speaks for it.`;
  }
  const opening = kind === "change" ? openings.unclear : openings[kind];
  return `${opening(named(suspect.service))}${shows === "" ? "" : `: ${shows}`}${follow}.`;
}
