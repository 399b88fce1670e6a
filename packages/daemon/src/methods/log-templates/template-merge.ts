// The method: docs/methods/log-templates.md
import { WILDCARD } from "./token-masks.ts";

export interface TemplateShape {
  readonly tokens: readonly string[];
  /** True for each token that is a value of any type. */
  readonly wild: readonly boolean[];
}

export interface TemplateWithGaps extends TemplateShape {
  /** The text before each token and after the last. */
  readonly gaps: readonly string[];
}

/** The contexts of the wildcards of known templates, with their number. */
type Contexts = ReadonlyMap<string, number>;

/** The key with its mark before a value, as in `user=`, or two words. Empty if they vary, too. */
export function contextOf({ tokens, wild, gaps }: TemplateWithGaps, place: number): string {
  const gap = gaps[place] ?? " ";
  const words = gap === " " ? 2 : 1;
  if (place < words || wild[place - 1] === true || wild[place - words] === true) return "";
  return tokens.slice(place - words, place).join(" ") + gap;
}

/** A template that a message shows to have values where it has words, and these places. */
export interface Merge<Template> {
  readonly template: Template;
  readonly places: readonly number[];
}

/** The rule by which differing words become a value: distinct words × equal words reach `evidence`. */
export interface MergeSettings {
  readonly evidence: number;
  /** The least distinct plain words. Two of them are as often outcomes, such as "started" and "stopped". */
  readonly wordsMin: number;
}

export const MERGE_SETTINGS: MergeSettings = { evidence: 20, wordsMin: 3 };

/** Compared with the youngest templates. */
const COMPARED_MAX = 128;

/** True if a token of a template is equal to another one, or stands for it. */
const isCovered = (template: TemplateShape, other: TemplateShape, place: number): boolean =>
  template.tokens[place] === other.tokens[place] ||
  (template.wild[place] === true && (other.wild[place] === true || template.tokens[place] === WILDCARD));

/** Qualified host names and e-mail addresses. Events such as `order.paid` have one dot, and exceptions capitals. */
const isName = (word: string): boolean => /\..*\.|@/.test(word) && !/\p{Lu}/u.test(word);

/** Error codes, methods, states and exceptions are written with several capitals. They tell what happened. */
const isSymbol = (word: string): boolean => /\p{Lu}.*\p{Lu}/u.test(word);

/** True if two words may be values of one place by how they are written and by the context. */
function areAlike(template: TemplateWithGaps, other: TemplateShape, place: number, contexts: Contexts): boolean {
  if (template.wild[place] !== other.wild[place]) return true;
  const words = [other.tokens[place] as string, template.tokens[place] as string];
  return words.every(isName) || (contexts.has(contextOf(template, place)) && !words.some(isSymbol));
}

interface Difference {
  readonly places: readonly number[];
  /** The number of equal words. */
  readonly same: number;
  /** True if both have a plain word in the only differing place. */
  readonly isPlain: boolean;
}

/** Compares a template with a message of its length; undefined if they can't be of one kind. */
function compare(template: TemplateWithGaps, other: TemplateShape, contexts: Contexts): Difference | undefined {
  let [same, differing] = [0, 0];
  for (let place = 0; place < template.tokens.length; place++) {
    if (!isCovered(template, other, place)) {
      if (2 * ++differing > template.tokens.length) return undefined;
    } else if (template.wild[place] !== true) same++;
  }
  const places: number[] = [];
  let isPlain = false;
  for (let place = 0; place < template.tokens.length; place++) {
    if (isCovered(template, other, place)) continue;
    if (!areAlike(template, other, place, contexts)) {
      // Plain words may differ in one place only, and symbols never.
      if (differing > 1 || [template, other].some(({ tokens }) => isSymbol(tokens[place] as string))) return undefined;
      isPlain = true;
    }
    places.push(place);
  }
  return { places, same, isPlain };
}

/** Compares a message with templates of the same length that differ from it, and so from each other, in the same places. */
export function findMerge<Template extends TemplateWithGaps>(
  scanned: TemplateShape,
  templates: readonly Template[],
  { evidence, wordsMin }: MergeSettings,
  contexts: Contexts,
): Merge<Template> | undefined {
  const groups = new Map<string, { readonly template: Template; distinct: number }>();
  for (const template of templates.slice(-COMPARED_MAX)) {
    const difference = compare(template, scanned, contexts);
    if (difference === undefined) continue;
    const { places, same, isPlain } = difference;
    const key = places.join();
    const group = groups.get(key) ?? { template, distinct: 1 };
    groups.set(key, group);
    group.distinct++;
    const isEnough = isPlain ? group.distinct >= wordsMin && group.distinct * same >= evidence : same > 1;
    if (isEnough) return { template: group.template, places };
  }
  return undefined;
}

/** True if the template matches another one of its length, except for values. */
export function covers(template: TemplateShape, other: TemplateShape): boolean {
  for (let place = 0; place < other.tokens.length; place++) {
    if (!isCovered(template, other, place)) return false;
  }
  return true;
}

/** The template's tokens for a message that may have more of them, or fewer because it was cut. */
export function shownTokens(template: TemplateShape, { tokens }: TemplateShape): readonly string[] {
  if (tokens.length === template.tokens.length) return template.tokens;
  const most = Math.min(tokens.length, template.tokens.length);
  let head = 0;
  while (head < most && template.tokens[head] === tokens[head]) head++;
  let tail = 0;
  while (tail < most - head && template.tokens.at(-1 - tail) === tokens.at(-1 - tail)) tail++;
  return tokens.map((token, place) => (place < head || place >= tokens.length - tail ? token : WILDCARD));
}
