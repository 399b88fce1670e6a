import { normaliseEnvironment } from "../../detect/environment.ts";
import { wordsIn } from "../../kernel/search-terms.ts";
import { UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import type { Change } from "../gather/incident-picture.ts";
import {
  blamedCommit,
  isSameHash,
  type Rarity,
  type Readings,
  rarityAmong,
  readingsOf,
  sharedWords,
  telling,
  troubledWords,
} from "./change-words.ts";
import { comesWith, LATE_STEPS } from "./deviations.ts";
import type { Risk } from "./diff.ts";
import type { ServiceTrouble, Symptom } from "./service-trouble.ts";
import { timeOf, type View } from "./view.ts";

export interface JudgedChange {
  readonly change: Change;
  /** From 0 to 1; 0 if it can't be the cause. */
  readonly guilt: number;
  readonly tooLate: boolean;
  /** The heaviest symptom that began with the change, in its service or the callees. */
  readonly marked: Symptom | null;
  /** The symptom began well before the trouble, so it is no coincidence. */
  readonly foretold: boolean;
  /** The most suspicious commit; null if unknown. */
  readonly commit: string | null;
}

/** After this delay trouble is half as likely due to the change. */
const LIKELY_DELAY_MS = 30 * 60 * 1000;
/** A symptom that began with the trouble may be a coincidence. */
const COINCIDENT = 0.6;
/** Steps before the trouble from which on a symptom belongs to the change. */
const OWN_STEPS = 3;
const HALF_MARK = 2;
const ELSEWHERE = 0.3;
/** Catalog entries describe a service; an edit changes nothing that runs. */
const CATALOG_EDIT = 0.3;
/** Weights of time, symptom and shared words. */
const parts = { timing: 0.45, mark: 0.35, words: 0.2 };
/** Words of changes without effect at run time. */
const dullWords = new Set(
  (
    "doc docs readme test tests testing typo ci lint style fmt gofmt format reformat codeowners comment comments " +
    "tidy rename restyle logging whitespace"
  ).split(" "),
);
const DULL_WORDS_LOOKED_AT = 8;
const DULL = 0.5;
const byRisk: Readonly<Record<Risk, number>> = { risky: 1.3, open: 1, harmless: 0.6 };

export function judgeChanges(view: View): JudgedChange[] {
  const { changes } = view.picture;
  const readings = readingsOf(changes);
  const rarity = rarityOf(changes, readings);
  return changes.map((change) => judged(view, change, readings, rarity));
}

function judged(view: View, change: Change, readings: Readings, rarity: Rarity): JudgedChange {
  const { picture } = view;
  const near = new Set([change.service, ...(view.callees.get(change.service) ?? [])]);
  const troubles = [...near].map((service) => view.troubles.get(service)).filter((trouble) => trouble !== undefined);
  const slack = LATE_STEPS * picture.grid.step;
  const began = view.onsetAt ?? picture.noticedAt;
  const tooLate = change.at > began + slack;
  if (tooLate) return { change, guilt: 0, tooLate, marked: null, foretold: false, commit: change.gitHash };
  const marked = markOf(view, change, troubles);
  const isOwn = marked !== null && timeOf(picture, marked.deviation.since) <= began - OWN_STEPS * picture.grid.step;
  const timing = isOwn ? 1 : 1 / (1 + Math.max(0, began - change.at) / LIKELY_DELAY_MS);
  const mark = marked ? (marked.timeless / (marked.timeless + HALF_MARK)) * (isOwn ? 1 : COINCIDENT) : 0;
  const troubled = troubledWords(troubles);
  const { sha, risk } = blamedCommit(change, readings, troubled, rarity);
  const shared = sharedWords(wordsOf(change), change.service, troubled, rarity);
  const guilt =
    (parts.timing * timing + parts.mark * mark + parts.words * shared) *
    (isElsewhere(view, change) ? ELSEWHERE : 1) *
    (change.kind === "catalog" ? CATALOG_EDIT : 1) *
    (isDull(change) && risk !== "risky" ? DULL : 1) *
    byRisk[risk] *
    (1 - earlierShare(view, change.service, change.at));
  return { change, guilt: Math.min(1, guilt), tooLate, marked, foretold: isOwn, commit: sha };
}

/** The heaviest symptom that began with the change. */
function markOf({ picture }: View, change: Change, troubles: readonly ServiceTrouble[]): Symptom | null {
  let heaviest: Symptom | null = null;
  for (const symptom of troubles.flatMap(({ symptoms }) => symptoms)) {
    if (!comesWith(picture.grid, change.at, symptom.deviation)) continue;
    if (!heaviest || symptom.timeless > heaviest.timeless) heaviest = symptom;
  }
  return heaviest;
}

/** The share of a service's symptoms that began before: no later change explains them. */
export function earlierShare({ picture, troubles }: View, service: string, at: number): number {
  let [all, earlier] = [0, 0];
  for (const { deviation, timeless } of troubles.get(service)?.symptoms ?? []) {
    all += timeless;
    if (timeOf(picture, deviation.since) < at - LATE_STEPS * picture.grid.step) earlier += timeless;
  }
  return all === 0 ? 0 : earlier / all;
}

function isElsewhere({ picture }: View, change: Change): boolean {
  const here = normaliseEnvironment(picture.incident.environment);
  const there = normaliseEnvironment(change.environment);
  return here !== there && here !== UNKNOWN_ENVIRONMENT && there !== UNKNOWN_ENVIRONMENT && there !== "";
}

function isDull(change: Change): boolean {
  return wordsIn(change.note)
    .slice(0, DULL_WORDS_LOOKED_AT)
    .some((word) => dullWords.has(word));
}

const wordsOf = ({ note, what }: Change): Set<string> => telling(`${note} ${what}`);

/** Every commit, and every change without one, counts as one place. */
function rarityOf(changes: readonly Change[], readings: Readings): Rarity {
  const isRead = (hash: string) => [...readings.keys()].some((sha) => isSameHash(sha, hash));
  const others = changes.filter(({ gitHash }) => gitHash === null || !isRead(gitHash));
  return rarityAmong([...[...readings.values()].map(({ words }) => words), ...others.map(wordsOf)]);
}
