// The method: docs/methods/log-templates.md
import { minuteOf } from "../error-rates/minute-counts.ts";
import { type Mark, markMinute } from "../state/evidence-trail.ts";
import type { CachedJson } from "../state/stored-json.ts";
import {
  covers,
  FURTHER_WORDS_MAX,
  findMergeCandidates,
  type MergeCandidates,
  type TemplateShape,
} from "./template-merge.ts";
import { createTemplateStatistics, mergeStatistics, type TemplateStatistics } from "./template-statistics.ts";
import { isWild, WILDCARD, wider } from "./token-masks.ts";
import { gapsOf, type TokenizedMessage, tokenizeMessage } from "./tokenizer.ts";

export const TEMPLATES_MAX = 1000;

/** A kind of message: its template and what is known of its occurrences. */
export interface LogTemplate extends CachedJson {
  readonly id: number;
  /** Of its first message: the same kind of message is called the same wherever and whenever it is met. */
  readonly fingerprint: string;
  tokens: readonly string[];
  /** Of each token: whether it is a value. */
  wild: readonly boolean[];
  /** What stands before each token, and behind the last. */
  gaps: readonly string[];
  /** Fingerprints of patterns that turned out to be this one, the latest last. */
  aliases: readonly string[];
  firstAt: number;
  lastAt: number;
  count: number;
  /** Occurrences in the minute of the last one. */
  minuteCount: number;
  /** Seen first when the service was known already. Only such a pattern keeps marks, one a minute: the first two and the last three. */
  isNew: boolean;
  marks: Mark[];
  readonly statistics: TemplateStatistics;
  /** Its template as it is stored; null: it changed since it was written down. */
  form: string | null;
}

/** The kinds of messages that a service writes. What is found by is rebuilt, not stored. */
export interface TemplateSet {
  readonly templates: Map<number, LogTemplate>;
  nextId: number;
  /** When the last pattern had to leave for another; 0: never. While that goes on nothing can be called new. */
  overflowAt: number;
  /** Characters of all templates. */
  chars: number;
  /** By what is left of a template when its values have no types. */
  readonly shapes: Map<string, LogTemplate>;
  /** By number of tokens, in the order of their ids; `varying`: those where words vary. */
  readonly lengths: Map<number, LogTemplate[]>;
  readonly varying: Map<number, LogTemplate[]>;
  /** By fingerprint, and by every alias that is remembered. */
  readonly ids: Map<string, LogTemplate>;
}

/** Of the templates of one set, so that what is stored stays small where all of them are long. */
const CHARS_MAX = 100_000;
/** Other names that are remembered of one pattern. */
const ALIASES_MAX = 32;

export function createTemplateSet(patterns: readonly LogTemplate[] = [], nextId = 0, overflowAt = 0): TemplateSet {
  const found = { shapes: new Map(), lengths: new Map(), varying: new Map(), ids: new Map() };
  const set: TemplateSet = { templates: new Map(), nextId, overflowAt, chars: 0, ...found };
  for (const pattern of patterns) {
    set.templates.set(pattern.id, pattern);
    addToIndex(set, pattern);
  }
  return set;
}

function shapeOf({ tokens, wild }: TemplateShape): string {
  let shape = "";
  for (let place = 0; place < tokens.length; place++) shape += wild[place] === true ? "<*> " : `${tokens[place]} `;
  return shape;
}

/** A short name for a shape: FNV-1a, 32 bits. Whoever writes messages can make two alike: the next one that is free is the second's. */
function fingerprintOf({ ids }: TemplateSet, shape: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < shape.length; index++) hash = Math.imul(hash ^ shape.charCodeAt(index), 0x01000193);
  for (; ; hash++) {
    const fingerprint = (hash >>> 0).toString(16).padStart(8, "0");
    if (!ids.has(fingerprint)) return fingerprint;
  }
}

const idsOf = ({ fingerprint, aliases }: LogTemplate): string[] => [fingerprint, ...aliases];

function insert(lists: Map<number, LogTemplate[]>, pattern: LogTemplate): void {
  const { length } = pattern.tokens;
  const patterns = lists.get(length) ?? [];
  const after = patterns.findLastIndex(({ id }) => id < pattern.id);
  patterns.splice(after + 1, 0, pattern);
  lists.set(length, patterns);
}

function withdraw(lists: Map<number, LogTemplate[]>, pattern: LogTemplate): void {
  const patterns = lists.get(pattern.tokens.length);
  const index = patterns?.indexOf(pattern) ?? -1;
  if (index >= 0) patterns?.splice(index, 1);
  if (patterns?.length === 0) lists.delete(pattern.tokens.length);
}

const charsOf = ({ tokens }: TemplateShape): number => tokens.reduce((chars, token) => chars + token.length + 1, 0);

/** Makes a pattern found by its template and its other names. */
function addToIndex(set: TemplateSet, pattern: LogTemplate): void {
  set.chars += charsOf(pattern);
  set.shapes.set(shapeOf(pattern), pattern);
  insert(set.lengths, pattern);
  if (pattern.tokens.includes(WILDCARD)) insert(set.varying, pattern);
  for (const id of idsOf(pattern)) set.ids.set(id, pattern);
}

function removeFromIndex(set: TemplateSet, pattern: LogTemplate): void {
  set.chars -= charsOf(pattern);
  const shape = shapeOf(pattern);
  if (set.shapes.get(shape) === pattern) set.shapes.delete(shape);
  withdraw(set.lengths, pattern);
  withdraw(set.varying, pattern);
  for (const id of idsOf(pattern)) if (set.ids.get(id) === pattern) set.ids.delete(id);
}

const setTemplate = (pattern: LogTemplate, tokens: readonly string[], gaps: readonly string[]): void => {
  pattern.tokens = tokens;
  pattern.wild = tokens.map(isWild);
  pattern.gaps = gaps;
  pattern.statistics.isListed = false;
  pattern.form = null;
  pattern.json = null;
};

function change(set: TemplateSet, pattern: LogTemplate, tokens: readonly string[]): void {
  removeFromIndex(set, pattern);
  setTemplate(pattern, tokens, pattern.gaps);
  addToIndex(set, pattern);
}

/** The wider one's template for both, under the older one's name. What the younger was called is an alias from then on. */
function mergePair(set: TemplateSet, wider: LogTemplate, other: LogTemplate): LogTemplate {
  const [older, younger] = wider.id < other.id ? [wider, other] : [other, wider];
  removeFromIndex(set, older);
  removeFromIndex(set, younger);
  set.templates.delete(younger.id);
  setTemplate(
    older,
    joined(wider.tokens, other.tokens),
    older.tokens.length === wider.tokens.length ? older.gaps : wider.gaps,
  );
  const names = new Set([...older.aliases, ...younger.aliases, younger.fingerprint]);
  names.delete(older.fingerprint);
  older.aliases = [...names].slice(-ALIASES_MAX);
  addOccurrences(older, younger);
  addToIndex(set, older);
  return older;
}

/** Of what a backfill alone showed there are none. */
function addOccurrences(older: LogTemplate, younger: LogTemplate): void {
  if (younger.count === 0) return;
  if (older.count === 0) {
    const { firstAt, lastAt, count, minuteCount, isNew, marks, statistics: use } = younger;
    Object.assign(older, { firstAt, lastAt, count, minuteCount, isNew, marks });
    Object.assign(older.statistics, use, { isListed: false });
    return;
  }
  older.firstAt = Math.min(older.firstAt, younger.firstAt);
  older.minuteCount = minuteCountOf(older, younger);
  older.lastAt = Math.max(older.lastAt, younger.lastAt);
  older.count += younger.count;
  mergeStatistics(older.statistics, younger.statistics);
  older.isNew &&= younger.isNew;
  if (!older.isNew) older.marks = [];
  else for (const mark of younger.marks) markMinute(older.marks, mark);
}

/** In the minute of the later one's last occurrence. */
function minuteCountOf(...patterns: readonly LogTemplate[]): number {
  const minute = Math.max(...patterns.map(({ lastAt }) => minuteOf(lastAt)));
  return patterns.reduce((sum, each) => sum + (minuteOf(each.lastAt) === minute ? each.minuteCount : 0), 0);
}

/** A template with the placeholders that fit the values of another one, too. */
const joined = (tokens: readonly string[], others: readonly string[]): string[] =>
  tokens.length === others.length ? tokens.map((token, place) => wider(token, others[place] as string)) : [...tokens];

/** Twins become one, the oldest; whatever that covers then joins it. */
function mergeTemplates(set: TemplateSet, { patterns, places }: MergeCandidates<LogTemplate>): LogTemplate {
  let [pattern] = patterns as [LogTemplate];
  change(
    set,
    pattern,
    pattern.tokens.map((token, place) => (places.includes(place) ? WILDCARD : token)),
  );
  for (let more = 0; more <= FURTHER_WORDS_MAX; more++) {
    for (const other of [...(set.lengths.get(pattern.tokens.length + more) ?? [])]) {
      // Where an older one took it in, it is among those that were listed itself, and gone.
      if (other !== pattern && set.templates.has(other.id) && covers(pattern, other))
        pattern = mergePair(set, pattern, other);
    }
  }
  return pattern;
}

/** Of those that cover the message the one with the most words; of several the oldest. */
function findCovering(set: TemplateSet, scanned: TokenizedMessage): LogTemplate | undefined {
  let best: LogTemplate | undefined;
  let most = -1;
  for (let fewer = 0; fewer <= FURTHER_WORDS_MAX && best === undefined; fewer++) {
    for (const pattern of set.varying.get(scanned.tokens.length - fewer) ?? []) {
      if (!covers(pattern, scanned)) continue;
      const words = pattern.wild.filter((isValue) => !isValue).length;
      if (words > most) {
        most = words;
        best = pattern;
      }
    }
  }
  return best;
}

function evictLeastRecent(set: TemplateSet, at: number, patternsMax: number): void {
  while (set.templates.size >= patternsMax || set.chars > CHARS_MAX) {
    let unused: LogTemplate | undefined;
    for (const pattern of set.templates.values()) {
      if (unused === undefined || pattern.lastAt < unused.lastAt) unused = pattern;
    }
    if (unused === undefined) return;
    removeFromIndex(set, unused);
    set.templates.delete(unused.id);
    set.overflowAt = Math.max(set.overflowAt, at);
  }
}

/** Parts of a string hold on to the whole of it; copies don't. Tokens and gaps hold no line ends. */
const copiesOf = (texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : Buffer.from(texts.join("\n"), "utf16le").toString("utf16le").split("\n");

function create(set: TemplateSet, scanned: TokenizedMessage, shape: string, at: number): LogTemplate {
  const pattern: LogTemplate = {
    id: set.nextId++,
    fingerprint: fingerprintOf(set, shape),
    tokens: copiesOf(scanned.tokens),
    wild: scanned.wild,
    gaps: gapsOf(scanned),
    aliases: [],
    firstAt: at,
    lastAt: at,
    count: 0,
    minuteCount: 0,
    isNew: false,
    marks: [],
    statistics: createTemplateStatistics(),
    form: null,
    json: null,
  };
  set.templates.set(pattern.id, pattern);
  addToIndex(set, pattern);
  return pattern;
}

/** The pattern of a message; one never seen before is added, with a count of 0. Deterministic: the same messages give the same patterns. */
export function matchTemplate(set: TemplateSet, message: string, at: number, patternsMax = TEMPLATES_MAX): LogTemplate {
  const scanned = tokenizeMessage(message);
  const shape = shapeOf(scanned);
  const known = set.shapes.get(shape);
  if (known !== undefined) {
    widenToFit(set, known, scanned.tokens);
    return known;
  }
  const covering = findCovering(set, scanned);
  if (covering !== undefined) return covering;
  const twins = findMergeCandidates(scanned, set.lengths.get(scanned.tokens.length) ?? []);
  if (twins !== undefined) return mergeTemplates(set, twins);
  evictLeastRecent(set, at, patternsMax);
  return create(set, scanned, shape, at);
}

/** Values of another type than before show in the template. */
function widenToFit(set: TemplateSet, pattern: LogTemplate, tokens: readonly string[]): void {
  for (let place = 0; place < tokens.length; place++) {
    if (tokens[place] === pattern.tokens[place] || pattern.tokens[place] === WILDCARD) continue;
    change(set, pattern, joined(pattern.tokens, tokens));
    return;
  }
}

/** What a stored fingerprint is called now: the pattern's own, where it turned out to be a part of another; else itself. */
export const resolveFingerprint = (set: TemplateSet, fingerprint: string): string =>
  set.ids.get(fingerprint)?.fingerprint ?? fingerprint;

export const templateText = ({ tokens, gaps }: LogTemplate): string =>
  tokens.map((token, place) => `${gaps[place] ?? " "}${token}`).join("") + (gaps[tokens.length] ?? "");
