import { normaliseEnvironment } from "../detect/environment.ts";
import { roundToHundredth } from "../kernel/rounding.ts";
import { searchTerms } from "../kernel/search-terms.ts";
import { toSingleLine } from "../kernel/single-line.ts";
import { tokenizeMessage } from "../methods/log-templates/tokenizer.ts";
import type { Incident } from "../model/incident.ts";

/**
 * The similarity of two incidents, as a sum that a person can check. Each part has a weight and a likeness from 0 to 1:
 *
 *     words        0.60  the share of this incident's words, by their worth, that the other one holds
 *     services     0.25  0.6 for the same primary service, and 0.4 × shared / all affected services
 *     signal       0.10  1 for the same detection rule, 0.5 for the same signal type by another rule
 *     environment  0.05  1 for the same one
 *     cause        0.50  2 × shared / (one's and the other's) words of the diagnosed root causes, where both have one
 *
 * A part is left out if this incident has no service, is manual, or has no known environment. A part adds its weight ×
 * its likeness / the sum of the remaining weights. The score is the sum; score and parts are rounded to two decimals
 * each.
 *
 * The worth of a word is ln(1 + (N - n + 0.5) / (n + 0.5)) if n of N incidents hold it (the idf of BM25). It counts
 * twice in this incident's title. Numbers, ids, paths and words like "the" don't count, and the names of this
 * incident's services count as services.
 */
const WEIGHTS = { words: 0.6, services: 0.25, signal: 0.1, environment: 0.05, cause: 0.5 };
const PRIMARY_SHARE = 0.6;
const OTHER_RULE = 0.5;
const TITLE_FACTOR = 2;

/** Words that join others and tell nothing, also where few incidents happen to hold them. */
const JOINING = new Set(
  `a after all also an and any are as at be been before but by can could do does doesn don for from had has have if in
   into is isn it its no nor not of on or s so t than that the their them then there these they this to until was were
   when which while will with within without`.split(/\s+/),
);

/** Words of this incident that are looked for in others; those of the title come first. */
const WORDS_MAX = 32;
/** The part of each text that is compared. */
const TEXT_CHARS_MAX = 2000;
const TEXT_WORDS_MAX = 500;
const NAMES_SHOWN = 5;
const NAME_CHARS_MAX = 80;
/** A word is called rare that at most this share of the incidents holds. */
const RARE_SHARE = 0.1;
const UNKNOWN_ENVIRONMENT = "unknown";

export type Compared = Pick<
  Incident,
  | "title"
  | "description"
  | "affectedServices"
  | "primaryService"
  | "environment"
  | "signalType"
  | "ruleId"
  | "diagnosis"
>;

/** How many incidents hold a word; not exact where that was counted on a part of them. */
export interface Frequency {
  readonly incidents: number;
  readonly exact: boolean;
}

/** The incidents that a word's rarity is measured on. */
export interface Corpus {
  readonly incidents: number;
  frequencyOf(word: string): Frequency;
}

/** An incident, prepared to compare many others with it. */
export interface Subject {
  readonly incident: Compared;
  readonly corpus: Corpus;
  readonly words: readonly WeighedWord[];
  readonly causeWords: ReadonlySet<string>;
}

interface WeighedWord {
  readonly word: string;
  readonly worth: number;
}

/** A word that tells what an incident is about. */
interface TellingWord {
  readonly word: string;
  readonly inTitle: boolean;
}

export function tellingWords({ title, description, affectedServices }: Compared): TellingWord[] {
  const names = new Set(searchTerms(affectedServices.join(" "), TEXT_WORDS_MAX));
  const inTitle = new Set(contentWords(title));
  const words = [...new Set([...inTitle, ...contentWords(description)])].filter((word) => !names.has(word));
  return words.slice(0, WORDS_MAX).map((word) => ({ word, inTitle: inTitle.has(word) }));
}

/** The words of a text without what varies from one occurrence to the next, and without those that tell nothing. */
function contentWords(text: string): string[] {
  const { tokens, wild } = tokenizeMessage(text);
  const words = tokens.filter((token, place) => wild[place] !== true && !token.includes("<"));
  return searchTerms(words.join(" "), TEXT_WORDS_MAX).filter((word) => !JOINING.has(word));
}

export function subjectOf(incident: Compared, corpus: Corpus): Subject {
  const words = tellingWords(incident).map(({ word, inTitle }) => ({
    word,
    worth: rarity(corpus.frequencyOf(word).incidents, corpus.incidents) * (inTitle ? TITLE_FACTOR : 1),
  }));
  return { incident, corpus, words, causeWords: causeWords(incident) };
}

function rarity(holding: number, incidents: number): number {
  const held = Math.min(holding, incidents);
  return Math.log(1 + (incidents - held + 0.5) / (held + 0.5));
}

export interface Points {
  readonly words: ReadonlyMap<string, number>;
  readonly primaryService: number;
  readonly eachService: number;
}

/** The points of each word and service before normalisation, to find incidents worth comparing. */
export function pointsOf({ incident, words }: Subject): Points {
  const all = sum(words.map(({ worth }) => worth));
  const services = incident.affectedServices.length;
  return {
    words: new Map(words.map(({ word, worth }) => [word, (WEIGHTS.words * worth) / all])),
    primaryService: WEIGHTS.services * PRIMARY_SHARE,
    eachService: services === 0 ? 0 : (WEIGHTS.services * (1 - PRIMARY_SHARE)) / services,
  };
}

export interface Likeness {
  readonly score: number;
  /** The shared features, each with its part of the score. */
  readonly reasons: readonly string[];
}

interface Part {
  readonly weight: number;
  readonly likeness: number;
  readonly reason: string;
}

export function likenessOf(subject: Subject, other: Compared): Likeness {
  const { incident } = subject;
  const parts = [
    wordsPart(subject, other),
    servicesPart(incident, other),
    signalPart(incident, other),
    environmentPart(incident, other),
    causePart(subject, other),
  ].filter((part) => part !== undefined);
  const weights = sum(parts.map(({ weight }) => weight));
  const added = parts.map(({ weight, likeness, reason }) => ({ points: (weight * likeness) / weights, reason }));
  return {
    score: roundToHundredth(sum(added.map(({ points }) => points))),
    reasons: added
      .filter(({ points }) => roundToHundredth(points) > 0)
      .map(({ points, reason }) => `${reason} (+${roundToHundredth(points).toFixed(2)})`),
  };
}

function wordsPart({ words, corpus }: Subject, other: Compared): Part | undefined {
  if (words.length === 0) return undefined;
  const held = heldWords(other);
  const shared = words.filter(({ word }) => held.has(word)).sort((one, next) => next.worth - one.worth);
  const likeness = sum(shared.map(({ worth }) => worth)) / sum(words.map(({ worth }) => worth));
  return { weight: WEIGHTS.words, likeness, reason: sharedWords(shared, corpus) };
}

/** As the search for incidents finds them. */
function heldWords({ title, description, affectedServices }: Compared): ReadonlySet<string> {
  const texts = [title, description, affectedServices.join(" ")].map((text) => text.slice(0, TEXT_CHARS_MAX));
  return new Set(searchTerms(texts.join(" "), TEXT_WORDS_MAX));
}

function sharedWords(shared: readonly WeighedWord[], corpus: Corpus): string {
  const rare = shared.filter(({ word }) => corpus.frequencyOf(word).incidents <= RARE_SHARE * corpus.incidents);
  const named = (rare.length > 0 ? rare : shared).map(({ word }) => {
    const { incidents, exact } = corpus.frequencyOf(word);
    return `${shown(word)} (${exact ? "" : "about "}${incidents})`;
  });
  const kind = rare.length > 0 ? "rare" : "common";
  return `Shares ${kind} words, each in so many of ${corpus.incidents} incidents: ${enumerate(named)}`;
}

function servicesPart(incident: Compared, other: Compared): Part | undefined {
  const { primaryService, affectedServices } = incident;
  if (primaryService === null) return undefined;
  const theirs = new Set(other.affectedServices);
  const shared = affectedServices.filter((service) => theirs.has(service));
  const all = new Set([...affectedServices, ...theirs]);
  const samePrimary = primaryService === other.primaryService;
  const others = shared.filter((service) => !samePrimary || service !== primaryService).map(shown);
  const reasons = [
    ...(samePrimary ? [`Same primary service ${shown(primaryService)}`] : []),
    ...(others.length > 0 ? [`${samePrimary ? "shares" : "Shares"} affected services: ${enumerate(others)}`] : []),
  ];
  return {
    weight: WEIGHTS.services,
    likeness: (samePrimary ? PRIMARY_SHARE : 0) + ((1 - PRIMARY_SHARE) * shared.length) / Math.max(1, all.size),
    reason: reasons.join(", "),
  };
}

function signalPart({ signalType, ruleId }: Compared, other: Compared): Part | undefined {
  if (signalType === "manual") return undefined;
  const weight = WEIGHTS.signal;
  if (signalType !== other.signalType) return { weight, likeness: 0, reason: "Another signal" };
  if (ruleId === null || ruleId !== other.ruleId) {
    return { weight, likeness: OTHER_RULE, reason: `Same signal ${signalType}` };
  }
  return { weight, likeness: 1, reason: `Same signal ${signalType} by the same rule ${shown(ruleId)}` };
}

function environmentPart(incident: Compared, other: Compared): Part | undefined {
  const [own, theirs] = [incident, other].map(({ environment }) => normaliseEnvironment(environment));
  if (own === undefined || own === UNKNOWN_ENVIRONMENT) return undefined;
  return { weight: WEIGHTS.environment, likeness: own === theirs ? 1 : 0, reason: `Same environment ${shown(own)}` };
}

function causePart({ causeWords: own }: Subject, other: Compared): Part | undefined {
  const theirs = causeWords(other);
  if (own.size === 0 || theirs.size === 0) return undefined;
  const shared = [...own].filter((word) => theirs.has(word));
  return {
    weight: WEIGHTS.cause,
    likeness: (2 * shared.length) / (own.size + theirs.size),
    reason: `Diagnosed causes share the words ${enumerate(shared.map(shown))}`,
  };
}

/** Empty where no diagnosis carries a root cause. */
const causeWords = ({ diagnosis }: Compared): ReadonlySet<string> => new Set(contentWords(diagnosis?.rootCause ?? ""));

const shown = (name: string): string => toSingleLine(name, NAME_CHARS_MAX);

function enumerate(names: readonly string[]): string {
  const left = names.length - NAMES_SHOWN;
  return names.slice(0, NAMES_SHOWN).join(", ") + (left > 0 ? ` and ${left} more` : "");
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
