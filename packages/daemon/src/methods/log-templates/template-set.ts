// The method: docs/methods/log-templates.md
import { minuteOf } from "../error-rates/minute-counts.ts";
import { type Mark, markMinute } from "../state/evidence-trail.ts";
import type { CachedJson } from "../state/stored-json.ts";
import {
  contextOf,
  covers,
  findMerge,
  MERGE_SETTINGS,
  type Merge,
  type MergeSettings,
  type TemplateShape,
} from "./template-merge.ts";
import { createTemplateStatistics, mergeStatistics, type TemplateStatistics } from "./template-statistics.ts";
import { isWild, WILDCARD, wider } from "./token-masks.ts";
import { gapsOf, type TokenizedMessage, tokenizeMessage } from "./tokenizer.ts";

export const TEMPLATES_MAX = 1000;

export interface LogTemplate extends CachedJson {
  readonly id: number;
  /** Derived from its first message, so that equal kinds of messages have equal fingerprints everywhere. */
  readonly fingerprint: string;
  tokens: readonly string[];
  wild: readonly boolean[];
  /** The text before each token and after the last. */
  readonly gaps: readonly string[];
  /** Fingerprints of merged templates, the latest last. */
  aliases: readonly string[];
  firstAt: number;
  lastAt: number;
  count: number;
  /** Occurrences in the minute of the last one. */
  minuteCount: number;
  /** First seen in a known service. Only such a template keeps marks. */
  isNew: boolean;
  marks: Mark[];
  readonly statistics: TemplateStatistics;
  /** The stored text; null if it changed since. */
  form: string | null;
}

/** The log templates of a service. The indexes are rebuilt, not stored. */
export interface TemplateSet {
  readonly templates: Map<number, LogTemplate>;
  nextId: number;
  /** The time of the last eviction of a template; 0 for never. Soon after, no template can be called new. */
  overflowAt: number;
  chars: number;
  /** By the template without types of values. */
  readonly shapes: Map<string, LogTemplate>;
  /** By number of tokens, in the order of ids; `varying` has those with a wildcard. */
  readonly lengths: Map<number, LogTemplate[]>;
  readonly varying: Map<number, LogTemplate[]>;
  /** By fingerprint and alias. */
  readonly ids: Map<string, LogTemplate>;
  /** The contexts of all wildcards, with their number. */
  readonly contexts: Map<string, number>;
  /** Those that come by a clock; null if that is to be looked up. */
  clockwork: readonly LogTemplate[] | null;
  readonly settings: MergeSettings;
}

/** Bounds the stored size of a set. */
const CHARS_MAX = 100_000;
const ALIASES_MAX = 32;

export function createTemplateSet(
  templates: readonly LogTemplate[] = [],
  nextId = 0,
  overflowAt = 0,
  settings: MergeSettings = MERGE_SETTINGS,
): TemplateSet {
  const found = { shapes: new Map(), lengths: new Map(), varying: new Map(), ids: new Map(), contexts: new Map() };
  const set: TemplateSet = { templates: new Map(), nextId, overflowAt, chars: 0, clockwork: null, settings, ...found };
  for (const template of templates) {
    set.templates.set(template.id, template);
    addToIndex(set, template);
  }
  return set;
}

function shapeOf({ tokens, wild }: TemplateShape): string {
  let shape = "";
  for (let place = 0; place < tokens.length; place++) shape += wild[place] === true ? "<*> " : `${tokens[place]} `;
  return shape;
}

/** A short name for a shape: FNV-1a, 32 bits, with the next free number after a collision. */
function fingerprintOf({ ids }: TemplateSet, shape: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < shape.length; index++) hash = Math.imul(hash ^ shape.charCodeAt(index), 0x01000193);
  for (; ; hash++) {
    const fingerprint = (hash >>> 0).toString(16).padStart(8, "0");
    if (!ids.has(fingerprint)) return fingerprint;
  }
}

const idsOf = ({ fingerprint, aliases }: LogTemplate): string[] => [fingerprint, ...aliases];

function insert(lists: Map<number, LogTemplate[]>, template: LogTemplate): void {
  const { length } = template.tokens;
  const templates = lists.get(length) ?? [];
  const after = templates.findLastIndex(({ id }) => id < template.id);
  templates.splice(after + 1, 0, template);
  lists.set(length, templates);
}

function withdraw(lists: Map<number, LogTemplate[]>, template: LogTemplate): void {
  const templates = lists.get(template.tokens.length);
  const index = templates?.indexOf(template) ?? -1;
  if (index >= 0) templates?.splice(index, 1);
}

const charsOf = ({ tokens }: TemplateShape): number => tokens.reduce((chars, token) => chars + token.length + 1, 0);

function countContexts({ contexts }: TemplateSet, template: LogTemplate, by: number): void {
  template.tokens.forEach((token, place) => {
    const context = token === WILDCARD ? contextOf(template, place) : "";
    if (context === "") return;
    const count = (contexts.get(context) ?? 0) + by;
    if (count > 0) contexts.set(context, count);
    else contexts.delete(context);
  });
}

function addToIndex(set: TemplateSet, template: LogTemplate): void {
  countContexts(set, template, 1);
  set.chars += charsOf(template);
  set.shapes.set(shapeOf(template), template);
  insert(set.lengths, template);
  if (template.tokens.includes(WILDCARD)) insert(set.varying, template);
  for (const id of idsOf(template)) set.ids.set(id, template);
}

function removeFromIndex(set: TemplateSet, template: LogTemplate): void {
  countContexts(set, template, -1);
  set.chars -= charsOf(template);
  const shape = shapeOf(template);
  if (set.shapes.get(shape) === template) set.shapes.delete(shape);
  withdraw(set.lengths, template);
  withdraw(set.varying, template);
  for (const id of idsOf(template)) if (set.ids.get(id) === template) set.ids.delete(id);
}

const setTemplate = (template: LogTemplate, tokens: readonly string[]): void => {
  template.tokens = tokens;
  template.wild = tokens.map(isWild);
  template.statistics.isListed = false;
  template.form = null;
  template.json = null;
};

function change(set: TemplateSet, template: LogTemplate, tokens: readonly string[]): void {
  removeFromIndex(set, template);
  setTemplate(template, tokens);
  addToIndex(set, template);
}

/** Merges two templates under the older one's fingerprint; the younger one's becomes an alias. */
function mergePair(set: TemplateSet, wider: LogTemplate, other: LogTemplate): LogTemplate {
  const [older, younger] = wider.id < other.id ? [wider, other] : [other, wider];
  removeFromIndex(set, older);
  removeFromIndex(set, younger);
  set.templates.delete(younger.id);
  setTemplate(older, joined(wider.tokens, other.tokens));
  const names = new Set([...older.aliases, ...younger.aliases, younger.fingerprint]);
  names.delete(older.fingerprint);
  older.aliases = [...names].slice(-ALIASES_MAX);
  addOccurrences(older, younger);
  addToIndex(set, older);
  return older;
}

/** A template that only a backfill showed has no occurrences. */
function addOccurrences(older: LogTemplate, younger: LogTemplate): void {
  if (younger.count === 0) return;
  if (older.count === 0) {
    const { firstAt, lastAt, count, minuteCount, isNew, marks, statistics: use } = younger;
    Object.assign(older, { firstAt, lastAt, count, minuteCount, isNew, marks });
    Object.assign(older.statistics, use, { isListed: false });
    return;
  }
  const [earlier, later] = older.lastAt < younger.lastAt ? [older, younger] : [younger, older];
  older.firstAt = Math.min(older.firstAt, younger.firstAt);
  older.minuteCount =
    later.minuteCount + (minuteOf(earlier.lastAt) === minuteOf(later.lastAt) ? earlier.minuteCount : 0);
  older.lastAt = later.lastAt;
  older.count += younger.count;
  mergeStatistics(older.statistics, younger.statistics);
  older.isNew &&= younger.isNew;
  if (!older.isNew) older.marks = [];
  else for (const mark of younger.marks) markMinute(older.marks, mark);
}

/** Widens placeholders until they fit both. */
const joined = (tokens: readonly string[], others: readonly string[]): string[] =>
  tokens.map((token, place) => wider(token, others[place] as string));

/** Merges templates into the oldest one, and then all that it covers. */
function mergeTemplates(set: TemplateSet, merge: Merge<LogTemplate>): LogTemplate {
  let { template } = merge;
  change(
    set,
    template,
    template.tokens.map((token, place) => (merge.places.includes(place) ? WILDCARD : token)),
  );
  for (const other of [...(set.lengths.get(template.tokens.length) ?? [])]) {
    // A merge may have removed templates of the list.
    if (other !== template && set.templates.has(other.id) && covers(template, other))
      template = mergePair(set, template, other);
  }
  return template;
}

function evictLeastRecent(set: TemplateSet, at: number, templatesMax: number): void {
  while (set.templates.size >= templatesMax || set.chars > CHARS_MAX) {
    let unused: LogTemplate | undefined;
    for (const template of set.templates.values()) {
      if (unused === undefined || template.lastAt < unused.lastAt) unused = template;
    }
    if (unused === undefined) return;
    removeFromIndex(set, unused);
    set.templates.delete(unused.id);
    set.overflowAt = Math.max(set.overflowAt, at);
  }
}

function create(set: TemplateSet, scanned: TokenizedMessage, shape: string, at: number): LogTemplate {
  const template: LogTemplate = {
    id: set.nextId++,
    fingerprint: fingerprintOf(set, shape),
    // A substring would retain the whole message.
    tokens: structuredClone(scanned.tokens),
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
  set.templates.set(template.id, template);
  addToIndex(set, template);
  return template;
}

export function matchTemplate(
  set: TemplateSet,
  message: string,
  at: number,
  templatesMax = TEMPLATES_MAX,
): LogTemplate {
  const scanned = tokenizeMessage(message);
  const shape = shapeOf(scanned);
  const known = set.shapes.get(shape);
  if (known !== undefined) {
    widenToFit(set, known, scanned.tokens);
    return known;
  }
  const covering = set.varying.get(scanned.tokens.length)?.find((template) => covers(template, scanned));
  if (covering !== undefined) return covering;
  const merge = findMerge(scanned, set.lengths.get(scanned.tokens.length) ?? [], set.settings, set.contexts);
  if (merge !== undefined) return mergeTemplates(set, merge);
  evictLeastRecent(set, at, templatesMax);
  return create(set, scanned, shape, at);
}

/** Shows values of another type in the template. */
function widenToFit(set: TemplateSet, template: LogTemplate, tokens: readonly string[]): void {
  for (let place = 0; place < tokens.length; place++) {
    if (tokens[place] === template.tokens[place] || template.tokens[place] === WILDCARD) continue;
    change(set, template, joined(template.tokens, tokens));
    return;
  }
}

export const templateText = ({ tokens, gaps }: LogTemplate): string =>
  tokens.map((token, place) => `${gaps[place] ?? " "}${token}`).join("") + (gaps[tokens.length] ?? "");
