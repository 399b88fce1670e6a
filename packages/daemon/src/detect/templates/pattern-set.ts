import { minuteOf } from "../counts.ts";
import type { Encoded } from "../encoded.ts";
import { TEMPLATES_MAX } from "../limits.ts";
import type { Mark } from "../trail.ts";
import { markMinute } from "./marks.ts";
import { isWild, WILDCARD, wider } from "./mask.ts";
import { gapsOf, type Scan, scan } from "./scan.ts";
import { covers, FURTHER_WORDS_MAX, findTwins, type Template, type Twins } from "./twins.ts";
import { createUse, joinUse, type PatternUse } from "./use.ts";

/** A kind of message: its template and what is known of its occurrences. */
export interface MessagePattern extends Encoded {
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
  readonly use: PatternUse;
  /** Its template as it is stored; null: it changed since it was written down. */
  form: string | null;
}

/** The kinds of messages that a service writes. What is found by is rebuilt, not stored. */
export interface PatternSet {
  readonly patterns: Map<number, MessagePattern>;
  nextId: number;
  /** When the last pattern had to leave for another; 0: never. While that goes on nothing can be called new. */
  overflowAt: number;
  /** Characters of all templates. */
  chars: number;
  /** By what is left of a template when its values have no types. */
  readonly shapes: Map<string, MessagePattern>;
  /** By number of tokens, in the order of their ids; `varying`: those where words vary. */
  readonly lengths: Map<number, MessagePattern[]>;
  readonly varying: Map<number, MessagePattern[]>;
  /** By fingerprint, and by every alias that is remembered. */
  readonly ids: Map<string, MessagePattern>;
}

/** Of the templates of one set, so that what is stored stays small where all of them are long. */
const CHARS_MAX = 100_000;
/** Other names that are remembered of one pattern. */
const ALIASES_MAX = 32;

export function createPatternSet(patterns: readonly MessagePattern[] = [], nextId = 0, overflowAt = 0): PatternSet {
  const found = { shapes: new Map(), lengths: new Map(), varying: new Map(), ids: new Map() };
  const set: PatternSet = { patterns: new Map(), nextId, overflowAt, chars: 0, ...found };
  for (const pattern of patterns) {
    set.patterns.set(pattern.id, pattern);
    list(set, pattern);
  }
  return set;
}

function shapeOf({ tokens, wild }: Template): string {
  let shape = "";
  for (let place = 0; place < tokens.length; place++) shape += wild[place] === true ? "<*> " : `${tokens[place]} `;
  return shape;
}

/** A short name for a shape: FNV-1a, 32 bits. Whoever writes messages can make two alike: the next one that is free is the second's. */
function fingerprintOf({ ids }: PatternSet, shape: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < shape.length; index++) hash = Math.imul(hash ^ shape.charCodeAt(index), 0x01000193);
  for (; ; hash++) {
    const fingerprint = (hash >>> 0).toString(16).padStart(8, "0");
    if (!ids.has(fingerprint)) return fingerprint;
  }
}

const idsOf = ({ fingerprint, aliases }: MessagePattern): string[] => [fingerprint, ...aliases];

function insert(lists: Map<number, MessagePattern[]>, pattern: MessagePattern): void {
  const { length } = pattern.tokens;
  const patterns = lists.get(length) ?? [];
  const after = patterns.findLastIndex(({ id }) => id < pattern.id);
  patterns.splice(after + 1, 0, pattern);
  lists.set(length, patterns);
}

function withdraw(lists: Map<number, MessagePattern[]>, pattern: MessagePattern): void {
  const patterns = lists.get(pattern.tokens.length);
  const index = patterns?.indexOf(pattern) ?? -1;
  if (index >= 0) patterns?.splice(index, 1);
  if (patterns?.length === 0) lists.delete(pattern.tokens.length);
}

const charsOf = ({ tokens }: Template): number => tokens.reduce((chars, token) => chars + token.length + 1, 0);

/** Makes a pattern found by its template and its other names. */
function list(set: PatternSet, pattern: MessagePattern): void {
  set.chars += charsOf(pattern);
  set.shapes.set(shapeOf(pattern), pattern);
  insert(set.lengths, pattern);
  if (pattern.tokens.includes(WILDCARD)) insert(set.varying, pattern);
  for (const id of idsOf(pattern)) set.ids.set(id, pattern);
}

function unlist(set: PatternSet, pattern: MessagePattern): void {
  set.chars -= charsOf(pattern);
  const shape = shapeOf(pattern);
  if (set.shapes.get(shape) === pattern) set.shapes.delete(shape);
  withdraw(set.lengths, pattern);
  withdraw(set.varying, pattern);
  for (const id of idsOf(pattern)) if (set.ids.get(id) === pattern) set.ids.delete(id);
}

const setTemplate = (pattern: MessagePattern, tokens: readonly string[], gaps: readonly string[]): void => {
  pattern.tokens = tokens;
  pattern.wild = tokens.map(isWild);
  pattern.gaps = gaps;
  pattern.use.isListed = false;
  pattern.form = null;
  pattern.json = null;
};

function change(set: PatternSet, pattern: MessagePattern, tokens: readonly string[]): void {
  unlist(set, pattern);
  setTemplate(pattern, tokens, pattern.gaps);
  list(set, pattern);
}

/** The wider one's template for both, under the older one's name. What the younger was called is an alias from then on. */
function unite(set: PatternSet, wider: MessagePattern, other: MessagePattern): MessagePattern {
  const [older, younger] = wider.id < other.id ? [wider, other] : [other, wider];
  unlist(set, older);
  unlist(set, younger);
  set.patterns.delete(younger.id);
  setTemplate(
    older,
    joined(wider.tokens, other.tokens),
    older.tokens.length === wider.tokens.length ? older.gaps : wider.gaps,
  );
  const names = new Set([...older.aliases, ...younger.aliases, younger.fingerprint]);
  names.delete(older.fingerprint);
  older.aliases = [...names].slice(-ALIASES_MAX);
  addOccurrences(older, younger);
  list(set, older);
  return older;
}

/** Of what a backfill alone showed there are none. */
function addOccurrences(older: MessagePattern, younger: MessagePattern): void {
  if (younger.count === 0) return;
  if (older.count === 0) {
    const { firstAt, lastAt, count, minuteCount, isNew, marks, use } = younger;
    Object.assign(older, { firstAt, lastAt, count, minuteCount, isNew, marks });
    Object.assign(older.use, use, { isListed: false });
    return;
  }
  older.firstAt = Math.min(older.firstAt, younger.firstAt);
  older.minuteCount = minuteCountOf(older, younger);
  older.lastAt = Math.max(older.lastAt, younger.lastAt);
  older.count += younger.count;
  joinUse(older.use, younger.use);
  older.isNew &&= younger.isNew;
  if (!older.isNew) older.marks = [];
  else for (const mark of younger.marks) markMinute(older.marks, mark);
}

/** In the minute of the later one's last occurrence. */
function minuteCountOf(...patterns: readonly MessagePattern[]): number {
  const minute = Math.max(...patterns.map(({ lastAt }) => minuteOf(lastAt)));
  return patterns.reduce((sum, each) => sum + (minuteOf(each.lastAt) === minute ? each.minuteCount : 0), 0);
}

/** A template with the placeholders that fit the values of another one, too. */
const joined = (tokens: readonly string[], others: readonly string[]): string[] =>
  tokens.length === others.length ? tokens.map((token, place) => wider(token, others[place] as string)) : [...tokens];

/** Twins become one, the oldest; whatever that covers then joins it. */
function uniteTwins(set: PatternSet, { patterns, places }: Twins<MessagePattern>): MessagePattern {
  let [pattern] = patterns as [MessagePattern];
  change(
    set,
    pattern,
    pattern.tokens.map((token, place) => (places.includes(place) ? WILDCARD : token)),
  );
  for (let more = 0; more <= FURTHER_WORDS_MAX; more++) {
    for (const other of [...(set.lengths.get(pattern.tokens.length + more) ?? [])]) {
      // Where an older one took it in, it is among those that were listed itself, and gone.
      if (other !== pattern && set.patterns.has(other.id) && covers(pattern, other))
        pattern = unite(set, pattern, other);
    }
  }
  return pattern;
}

/** Of those that cover the message the one with the most words; of several the oldest. */
function coveringOf(set: PatternSet, scanned: Scan): MessagePattern | undefined {
  let best: MessagePattern | undefined;
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

function makeRoom(set: PatternSet, at: number, patternsMax: number): void {
  while (set.patterns.size >= patternsMax || set.chars > CHARS_MAX) {
    let unused: MessagePattern | undefined;
    for (const pattern of set.patterns.values()) {
      if (unused === undefined || pattern.lastAt < unused.lastAt) unused = pattern;
    }
    if (unused === undefined) return;
    unlist(set, unused);
    set.patterns.delete(unused.id);
    set.overflowAt = Math.max(set.overflowAt, at);
  }
}

/** Parts of a string hold on to the whole of it; copies don't. Tokens and gaps hold no line ends. */
const copiesOf = (texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : Buffer.from(texts.join("\n"), "utf16le").toString("utf16le").split("\n");

function create(set: PatternSet, scanned: Scan, shape: string, at: number): MessagePattern {
  const pattern: MessagePattern = {
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
    use: createUse(),
    form: null,
    json: null,
  };
  set.patterns.set(pattern.id, pattern);
  list(set, pattern);
  return pattern;
}

/** The pattern of a message; one never seen before is added, with a count of 0. Deterministic: the same messages give the same patterns. */
export function patternOf(set: PatternSet, message: string, at: number, patternsMax = TEMPLATES_MAX): MessagePattern {
  const scanned = scan(message);
  const shape = shapeOf(scanned);
  const known = set.shapes.get(shape);
  if (known !== undefined) {
    fit(set, known, scanned.tokens);
    return known;
  }
  const covering = coveringOf(set, scanned);
  if (covering !== undefined) return covering;
  const twins = findTwins(scanned, set.lengths.get(scanned.tokens.length) ?? []);
  if (twins !== undefined) return uniteTwins(set, twins);
  makeRoom(set, at, patternsMax);
  return create(set, scanned, shape, at);
}

/** Values of another type than before show in the template. */
function fit(set: PatternSet, pattern: MessagePattern, tokens: readonly string[]): void {
  for (let place = 0; place < tokens.length; place++) {
    if (tokens[place] === pattern.tokens[place] || pattern.tokens[place] === WILDCARD) continue;
    change(set, pattern, joined(pattern.tokens, tokens));
    return;
  }
}

/** What a stored fingerprint is called now: the pattern's own, where it turned out to be a part of another; else itself. */
export const resolve = (set: PatternSet, fingerprint: string): string =>
  set.ids.get(fingerprint)?.fingerprint ?? fingerprint;

export const templateText = ({ tokens, gaps }: MessagePattern): string =>
  tokens.map((token, place) => `${gaps[place] ?? " "}${token}`).join("") + (gaps[tokens.length] ?? "");
