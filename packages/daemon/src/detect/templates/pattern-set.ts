import { TEMPLATES_MAX } from "../limits.ts";
import type { Mark } from "../trail.ts";
import { fingerprintOf, tokenize, WILDCARD } from "./mask.ts";

/** A kind of message: its template and what is known of its occurrences. */
export interface MessagePattern {
  readonly id: number;
  /** Of its first message: the same kind of message is called the same wherever and whenever it is met. */
  readonly fingerprint: string;
  tokens: string[];
  firstAt: number;
  lastAt: number;
  count: number;
  /** Occurrences in the minute of the last one. */
  minuteCount: number;
  /** Seen first when the service was known already. Only such a pattern keeps marks: its first two and last three. */
  isNew: boolean;
  marks: Mark[];
}

/** The kinds of messages that a service writes. */
export interface PatternSet {
  readonly patterns: Map<number, MessagePattern>;
  nextId: number;
  /** When the last pattern had to leave for another; 0: never. While that goes on nothing can be called new. */
  overflowAt: number;
  /** Patterns by what all their messages share: number of tokens and the first tokens. Rebuilt, not stored. */
  readonly leaves: Map<string, MessagePattern[]>;
  /** Short messages as they came, to their pattern; valid until a template changes. Not stored. */
  readonly cache: Map<string, MessagePattern>;
}

/** Share of equal tokens that makes a message one of a pattern. High: masking has removed most of what varies. */
const SIMILARITY = 0.85;
/** So many patterns that differ in one word only: that word is a value. */
const VARIANTS_MAX = 6;
const KEY_TOKENS = 2;
const CACHE_MAX = 256;
const CACHE_CHARS_MAX = 500;

export const createPatternSet = (patterns: readonly MessagePattern[] = [], nextId = 0, overflowAt = 0): PatternSet => {
  const set: PatternSet = { patterns: new Map(), nextId, overflowAt, leaves: new Map(), cache: new Map() };
  for (const pattern of patterns) add(set, pattern);
  return set;
};

const createPattern = (id: number, tokens: string[], at: number): MessagePattern => ({
  id,
  fingerprint: fingerprintOf(tokens),
  tokens,
  firstAt: at,
  lastAt: at,
  count: 0,
  minuteCount: 0,
  isNew: false,
  marks: [],
});

const keyOf = (tokens: readonly string[]): string => `${tokens.length} ${tokens.slice(0, KEY_TOKENS).join(" ")}`;

function add(set: PatternSet, pattern: MessagePattern): void {
  set.patterns.set(pattern.id, pattern);
  const key = keyOf(pattern.tokens);
  const leaf = set.leaves.get(key);
  if (leaf === undefined) set.leaves.set(key, [pattern]);
  else leaf.push(pattern);
}

function remove(set: PatternSet, pattern: MessagePattern): void {
  set.patterns.delete(pattern.id);
  const key = keyOf(pattern.tokens);
  const left = (set.leaves.get(key) ?? []).filter((other) => other !== pattern);
  if (left.length === 0) set.leaves.delete(key);
  else set.leaves.set(key, left);
}

const countEqual = (template: readonly string[], tokens: readonly string[]): number => {
  let equal = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = template[index];
    // A wildcard that the message holds something else for says nothing for the likeness.
    if (token === tokens[index]) equal++;
  }
  return equal;
};

function mostAlike(leaf: readonly MessagePattern[], tokens: readonly string[]): MessagePattern | undefined {
  let best: MessagePattern | undefined;
  let most = -1;
  for (const pattern of leaf) {
    const equal = countEqual(pattern.tokens, tokens);
    if (equal > most) {
      most = equal;
      best = pattern;
    }
  }
  if (best === undefined || tokens.length === 0) return best;
  if (most / tokens.length >= SIMILARITY) return best;
  return leaf.find((pattern) => isCovered(pattern.tokens, tokens));
}

/** The template says everything that the message says, but for its wildcards. */
const isCovered = (template: readonly string[], tokens: readonly string[]): boolean =>
  tokens.every((token, index) => template[index] === token || template[index] === WILDCARD);

function generalise(set: PatternSet, pattern: MessagePattern, tokens: readonly string[]): void {
  let changed = false;
  for (let index = KEY_TOKENS; index < tokens.length; index++) {
    if (pattern.tokens[index] === tokens[index] || pattern.tokens[index] === WILDCARD) continue;
    pattern.tokens[index] = WILDCARD;
    changed = true;
  }
  if (changed) set.cache.clear();
}

/** Where two templates differ, when that is in one place only; else -1. */
function onlyDifference(left: readonly string[], right: readonly string[]): number {
  let place = -1;
  for (let index = 0; index < left.length; index++) {
    if (left[index] === right[index]) continue;
    if (place >= 0) return -1;
    place = index;
  }
  return place;
}

/** Many patterns that differ from the message in the same word are one pattern with a value there: the oldest takes them in. */
function foldVariants(
  set: PatternSet,
  leaf: readonly MessagePattern[],
  tokens: readonly string[],
): MessagePattern | undefined {
  const byPlace = new Map<number, MessagePattern[]>();
  for (const pattern of leaf) {
    const place = onlyDifference(pattern.tokens, tokens);
    if (place < KEY_TOKENS) continue;
    const variants = byPlace.get(place);
    if (variants === undefined) byPlace.set(place, [pattern]);
    else variants.push(pattern);
  }
  for (const [place, variants] of byPlace) {
    const oldest = variants[0];
    if (variants.length < VARIANTS_MAX || oldest === undefined) continue;
    for (const variant of variants.slice(1)) {
      oldest.firstAt = Math.min(oldest.firstAt, variant.firstAt);
      oldest.lastAt = Math.max(oldest.lastAt, variant.lastAt);
      oldest.count += variant.count;
      oldest.isNew &&= variant.isNew;
      remove(set, variant);
    }
    if (!oldest.isNew) oldest.marks = [];
    oldest.tokens[place] = WILDCARD;
    set.cache.clear();
    return oldest;
  }
  return undefined;
}

function makeRoom(set: PatternSet, at: number, patternsMax: number): void {
  if (set.patterns.size < patternsMax) return;
  let unused: MessagePattern | undefined;
  for (const pattern of set.patterns.values()) {
    if (unused === undefined || pattern.lastAt < unused.lastAt) unused = pattern;
  }
  if (unused !== undefined) remove(set, unused);
  set.overflowAt = Math.max(set.overflowAt, at);
  set.cache.clear();
}

/** The pattern of a message; one never seen before is added, with a count of 0. Deterministic: the same messages give the same patterns. */
export function patternOf(set: PatternSet, message: string, at: number, patternsMax = TEMPLATES_MAX): MessagePattern {
  const isShort = message.length <= CACHE_CHARS_MAX;
  const cached = isShort ? set.cache.get(message) : undefined;
  if (cached !== undefined) return cached;
  const tokens = tokenize(message);
  const leaf = set.leaves.get(keyOf(tokens)) ?? [];
  let pattern = mostAlike(leaf, tokens) ?? foldVariants(set, leaf, tokens);
  if (pattern === undefined) {
    makeRoom(set, at, patternsMax);
    pattern = createPattern(set.nextId++, tokens, at);
    add(set, pattern);
    set.cache.clear();
  } else generalise(set, pattern, tokens);
  if (isShort) {
    if (set.cache.size >= CACHE_MAX) set.cache.clear();
    set.cache.set(message, pattern);
  }
  return pattern;
}

export const templateText = (pattern: MessagePattern): string => pattern.tokens.join(" ");
