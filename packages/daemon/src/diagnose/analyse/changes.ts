import { normaliseEnvironment } from "../../detect/environment.ts";
import { wordsIn } from "../../kernel/terms.ts";
import { UNKNOWN_ENVIRONMENT } from "../../model/incident.ts";
import type { Change } from "../picture.ts";
import { comesWith, LATE_STEPS } from "./coincidence.ts";
import { nameWords } from "./nature.ts";
import type { ServiceTrouble, Symptom } from "./service-trouble.ts";
import { timeOf, type View } from "./view.ts";

/** A change and what speaks for it. */
export interface JudgedChange {
  readonly change: Change;
  /** 0 to 1; 0 where it can't be the cause. */
  readonly guilt: number;
  /** The trouble had begun before it. */
  readonly tooLate: boolean;
  /** What began to deviate as it came, in its service or in what that calls. */
  readonly marked: Symptom | null;
}

/** So long after a change its trouble begins half as likely as at once. */
const LIKELY_DELAY_MS = 30 * 60 * 1000;
/** A mark that came with the trouble itself may be a coincidence of the trouble. */
const COINCIDENT = 0.6;
/** A mark this many steps before the trouble is the change's own. */
const OWN_STEPS = 3;
/** A symptom of this weight counts half as a mark. */
const HALF_MARK = 2;
const ELSEWHERE = 0.3;
/** An entry of the catalog tells of a service; editing it changes nothing that runs. */
const ONLY_TOLD = 0.3;
/** What the parts of guilt add up to 1 with: when it came, what it marked, which words it shares. */
const parts = { timing: 0.45, mark: 0.35, words: 0.2 };
/** Words for changes of what doesn't run, or that mean to change nothing that it does. */
const dullWords = new Set(
  (
    "doc docs readme test tests testing typo ci lint style fmt gofmt format reformat codeowners comment comments " +
    "tidy rename restyle logging whitespace"
  ).split(" "),
);
const DULL_WORDS_LOOKED_AT = 8;
const DULL = 0.5;
const WORDS_LOOKED_AT = 6;
const WORD_LENGTH_MIN = 3;

/** In the order of the picture's. */
export function judgeChanges(view: View): JudgedChange[] {
  const { changes } = view.picture;
  const rarity = rarityOf(changes);
  return changes.map((change) => judged(view, change, rarity));
}

function judged(view: View, change: Change, rarity: (word: string) => number): JudgedChange {
  const { picture } = view;
  const near = new Set([change.service, ...(view.callees.get(change.service) ?? [])]);
  const troubles = [...near].map((service) => view.troubles.get(service)).filter((trouble) => trouble !== undefined);
  const slack = LATE_STEPS * picture.grid.step;
  const began = view.onsetAt ?? picture.noticedAt;
  const tooLate = change.at > began + slack;
  if (tooLate) return { change, guilt: 0, tooLate, marked: null };
  const marked = markOf(view, change, troubles);
  const isOwn = marked !== null && timeOf(picture, marked.deviation.since) <= began - OWN_STEPS * picture.grid.step;
  const timing = isOwn ? 1 : 1 / (1 + Math.max(0, began - change.at) / LIKELY_DELAY_MS);
  const mark = marked ? (marked.timeless / (marked.timeless + HALF_MARK)) * (isOwn ? 1 : COINCIDENT) : 0;
  const shared = sharedWords(change, troubles, rarity);
  const guilt =
    (parts.timing * timing + parts.mark * mark + parts.words * shared) *
    (isElsewhere(view, change) ? ELSEWHERE : 1) *
    (change.kind === "catalog" ? ONLY_TOLD : 1) *
    (isDull(change) ? DULL : 1);
  return { change, guilt, tooLate, marked };
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

/** How much of what is peculiar about the change is among the words of the trouble, 0 to 1. */
function sharedWords(change: Change, troubles: readonly ServiceTrouble[], rarity: (word: string) => number): number {
  const troubled = new Set<string>();
  for (const { symptoms } of troubles) {
    for (const { deviation } of symptoms.slice(0, WORDS_LOOKED_AT)) {
      for (const word of nameWords(deviation.signal.name)) troubled.add(stem(word));
    }
  }
  let shared = 0;
  for (const word of tellingWords(change)) if (troubled.has(word)) shared += rarity(word);
  return shared / (1 + shared);
}

const stem = (word: string): string => word.replace(/(?:ies|es|s|ing|ed)$/, "");

function tellingWords({ note, what, service }: Change): Set<string> {
  const own = new Set(wordsIn(service).map(stem));
  const words = [...nameWords(note), ...wordsIn(note), ...wordsIn(what)].filter(
    (word) => word.length >= WORD_LENGTH_MIN,
  );
  return new Set(words.map(stem).filter((word) => !own.has(word) && !/^\d+$/.test(word)));
}

/** 1 for a word of one change alone, less for one of many. */
function rarityOf(changes: readonly Change[]): (word: string) => number {
  const holders = new Map<string, number>();
  for (const change of changes)
    for (const word of tellingWords(change)) holders.set(word, (holders.get(word) ?? 0) + 1);
  return (word) => 1 / (holders.get(word) ?? 1);
}
