// The method: docs/methods/log-templates.md
import { WILDCARD } from "./token-masks.ts";
import { isName, isTelling, roleOf } from "./token-roles.ts";
import { partOf, type TokenizedMessage } from "./tokenizer.ts";

export interface TemplateShape {
  readonly tokens: readonly string[];
  /** Whether each token is a value of any type. */
  readonly wild: readonly boolean[];
}

/** Templates to merge with a message, the oldest first, and the places of their differences. */
export interface MergeCandidates<Template> {
  readonly templates: readonly Template[];
  readonly places: readonly number[];
}

/**
 * The least different words in a place that make it a value if three other words are equal; with fewer equal words,
 * more.
 */
const WORDS_MIN = 4;
const EVIDENCE = 12;
/** The least messages that differ in names only, if half of their words are equal. */
const NAMED_MIN = 3;
const NAMED_SHARE = 0.5;
const DIFFERENCES_MAX = 4;
/** Where one has a typed value, a word is a value at once if this many words are equal. */
const SAME_MIN = 2;
const AT_ONCE_MAX = 2;
/** Compared with the youngest templates. */
const COMPARED_MAX = 128;
/** The additional words of a name, if three words around it are equal. */
export const FURTHER_WORDS_MAX = 2;
const SAME_AROUND_NAME_MIN = 3;

/** The places where two shapes of one length differ, except in the types of values; undefined above the limit. */
function differencesOf(one: TemplateShape, other: TemplateShape): number[] | undefined {
  let places: number[] | undefined;
  for (let place = 0; place < one.tokens.length; place++) {
    if (one.tokens[place] === other.tokens[place]) continue;
    if (one.wild[place] === true && other.wild[place] === true) continue;
    if (places === undefined) places = [place];
    else if (places.length === DIFFERENCES_MAX) return undefined;
    else places.push(place);
  }
  return places ?? [];
}

function sameWords({ wild }: TemplateShape, differences: readonly number[]): number {
  let words = 0;
  for (let place = 0; place < wild.length; place++) if (wild[place] !== true && !differences.includes(place)) words++;
  return words;
}

/** The role of a message's token where a template differs. */
interface Place {
  readonly isName: boolean;
  readonly isGiven: boolean;
  readonly mayVary: boolean;
}

function placesOf(scanned: TokenizedMessage): (place: number) => Place {
  const places: (Place | undefined)[] = [];
  return (place) => {
    const known = places[place];
    if (known !== undefined) return known;
    const token = scanned.tokens[place] as string;
    const isValue = scanned.wild[place] === true;
    const { start, end } = partOf(scanned, place);
    const role = roleOf(scanned.message, start, end, scanned.tokens[place - 1] ?? "");
    const found: Place = {
      isName: isValue || isName(token),
      isGiven: role === "given",
      mayVary: role !== "telling" && (isValue || !isTelling(token)),
    };
    places[place] = found;
    return found;
  };
}

/** The templates of the same length to merge with a message. */
export function findMergeCandidates<Template extends TemplateShape>(
  scanned: TokenizedMessage,
  templates: readonly Template[],
): MergeCandidates<Template> | undefined {
  const placeAt = placesOf(scanned);
  const variants = new Map<number, Template[]>();
  const named: Template[] = [];
  const namedPlaces = new Set<number>();
  for (const template of templates.slice(-COMPARED_MAX)) {
    const differences = differencesOf(template, scanned);
    if (differences === undefined) continue;
    const areNames = differences.every((place) => isNameIn(template, place, placeAt(place)));
    const isVariant = differences.length === 1;
    const isValueInOne =
      differences.length <= AT_ONCE_MAX && differences.every((place) => template.wild[place] !== scanned.wild[place]);
    if (!areNames && !isVariant && !isValueInOne) continue;
    if (!differences.every((place) => placeAt(place).mayVary && mayVaryIn(template, place))) continue;
    const same = sameWords(scanned, differences);
    if (isValueInOne && same >= SAME_MIN) return { templates: [template], places: differences };
    if (isVariant) addTo(variants, differences[0] as number, template);
    if (!areNames || same < SAME_MIN || same < NAMED_SHARE * scanned.tokens.length) continue;
    named.push(template);
    for (const place of differences) namedPlaces.add(place);
  }
  for (const [place, templatesThere] of variants) {
    const same = sameWords(scanned, [place]);
    const words = new Set([scanned, ...templatesThere].map(({ tokens }) => tokens[place]));
    if (same > 0 && words.size >= Math.max(WORDS_MIN, EVIDENCE / same))
      return { templates: templatesThere, places: [place] };
  }
  return named.length + 1 >= NAMED_MIN ? { templates: named, places: [...namedPlaces] } : undefined;
}

const mayVaryIn = ({ tokens, wild }: TemplateShape, place: number): boolean =>
  wild[place] === true || !isTelling(tokens[place] as string);

const isNameIn = ({ tokens, wild }: TemplateShape, place: number, said: Place): boolean =>
  said.isGiven || (said.isName && (wild[place] === true || isName(tokens[place] as string)));

function addTo<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const takes = (template: TemplateShape, place: number, other: TemplateShape, at: number): boolean =>
  template.tokens[place] === other.tokens[at] ||
  (template.wild[place] === true &&
    (other.wild[at] === true || (template.tokens[place] === WILDCARD && !isTelling(other.tokens[at] as string))));

/** Whether the template matches the other one, except for values. */
export function covers(template: TemplateShape, other: TemplateShape): boolean {
  const more = other.tokens.length - template.tokens.length;
  if (more > 0) return more <= FURTHER_WORDS_MAX && coversLonger(template, other, more);
  if (more < 0) return false;
  for (let place = 0; place < other.tokens.length; place++) if (!takes(template, place, other, place)) return false;
  return true;
}

/** A name may have several words, such as New York. */
function coversLonger(template: TemplateShape, other: TemplateShape, more: number): boolean {
  if (sameWords(template, []) < SAME_AROUND_NAME_MIN) return false;
  const { length } = template.tokens;
  let head = 0;
  while (head < length && takes(template, head, other, head)) head++;
  let tail = 0;
  while (tail < length && takes(template, length - 1 - tail, other, other.tokens.length - 1 - tail)) tail++;
  for (let place = length - 1 - tail; place < head; place++) {
    if (template.tokens[place] === WILDCARD && areWords(other, place, place + more)) return true;
  }
  return false;
}

function areWords({ tokens, wild }: TemplateShape, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (wild[at] === true || isTelling(tokens[at] as string)) return false;
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
