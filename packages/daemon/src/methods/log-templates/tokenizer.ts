// The method: docs/methods/log-templates.md
import {
  AT,
  COLON,
  DIGIT,
  endOfMoment,
  ID,
  IP,
  isWild,
  LETTER,
  maskOf,
  NUMBER,
  OTHER,
  PATH,
  SLASH,
  TIME,
  URL,
  WILDCARD,
  wider,
} from "./token-masks.ts";

/**
 * Splits a log message into words and typed placeholders. Messages are hostile, so only a bounded part is read, once,
 * character by character.
 */

const MESSAGE_CHARS_MAX = 2000;
/** The bounds of a template. */
const TOKENS_MAX = 48;
const TOKEN_CHARS_MAX = 100;
const TEMPLATE_CHARS_MAX = 400;

/** The tokens of a message and their parts, several of which may be one token. */
export interface TokenizedMessage {
  readonly message: string;
  readonly tokens: string[];
  readonly wild: boolean[];
  /** The position, the mask and the token of each part. */
  readonly starts: number[];
  readonly ends: number[];
  readonly masks: string[];
  readonly places: number[];
}

/** Further character classes. */
const SPACE = 64;
const MARK = 128;
const EQUALS = 256;
const QUOTE = 512;
const UNDERSCORE = 1024;
/** The part may contain half a surrogate pair. */
const WIDE = 2048;
const SEPARATOR = SPACE | MARK | EQUALS | QUOTE;
const WORD = LETTER | DIGIT | UNDERSCORE;
/** A word without these classes needs no mask. */
const MASKABLE = DIGIT | COLON | SLASH | AT;
const DOT = 46;

const classes = new Uint16Array(128).fill(OTHER);
classes.fill(SPACE, 0, 33);
classes[127] = SPACE;
classes.fill(DIGIT, 48, 58);
classes.fill(LETTER, 65, 91);
classes.fill(LETTER, 97, 123);
for (const [marks, bits] of [
  [',;()[]{}"`|<>', MARK],
  ["=", EQUALS],
  ["'", QUOTE],
  [":", COLON],
  ["/\\", SLASH],
  ["@", AT],
  ["_", UNDERSCORE],
] as const) {
  for (const mark of marks) classes[mark.charCodeAt(0)] = bits;
}

/** Beyond ASCII, spaces and invisible characters end a word; all others are letters. */
const isWideSpace = (code: number): boolean =>
  code <= 0xa0 ||
  code === 0xad ||
  code === 0x61c ||
  code === 0x180e ||
  (code >= 0x2000 && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202f) ||
  (code >= 0x205f && code <= 0x206f) ||
  code === 0x3000 ||
  code === 0xfeff ||
  // Private use areas and the surrogates of tags.
  (code >= 0xe000 && code <= 0xf8ff) ||
  (code >= 0xdb40 && code <= 0xdbff) ||
  (code >= 0xfff9 && code <= 0xfffb);

const classOf = (code: number): number =>
  code < 128 ? (classes[code] as number) : isWideSpace(code) ? SPACE : LETTER | WIDE;

const classAt = (message: string, at: number): number =>
  at >= 0 && at < message.length ? classOf(message.charCodeAt(at)) : SPACE;

export function tokenizeMessage(message: string): TokenizedMessage {
  const limit = Math.min(message.length, MESSAGE_CHARS_MAX);
  const scanned: TokenizedMessage = { message, tokens: [], wild: [], starts: [], ends: [], masks: [], places: [] };
  let chars = 0;
  for (let at = 0; at < limit; ) {
    const bits = classAt(message, at);
    if (!begins(message, at, bits)) {
      if (bits === EQUALS && isEmptyValue(message, at)) add(scanned, at + 1, at + 1, WILDCARD);
      at++;
      continue;
    }
    const known = scanned.tokens.length;
    if (known >= TOKENS_MAX || chars >= TEMPLATE_CHARS_MAX) break;
    at = readPart(scanned, at, limit);
    for (let place = known; place < scanned.tokens.length; place++) chars += (scanned.tokens[place] as string).length;
  }
  return scanned;
}

/** True if a part begins here: with a letter, a digit, an underscore, or a slash before a name. */
const begins = (message: string, at: number, bits: number): boolean =>
  (bits & WORD) !== 0 || (bits === SLASH && (classAt(message, at + 1) & (WORD | SLASH)) !== 0);

/** An empty value, as in `user= host=a` and `(user=)`. */
function isEmptyValue(message: string, equals: number): boolean {
  if ((classAt(message, equals - 1) & WORD) === 0) return false;
  const next = classAt(message, equals + 1);
  if ((next & SPACE) !== 0) return true;
  const code = message.charCodeAt(equals + 1);
  return code === message.charCodeAt(equals + 2)
    ? code === 34 || code === 39
    : ",;)]}".includes(message.charAt(equals + 1));
}

/** A path or an address ends at white space, a quotation mark or a bracket; `=`, `&` and `?` belong to it. */
function endOfPath(message: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (classAt(message, at) & (SPACE | MARK | QUOTE)) === 0) at++;
  return at;
}

/** Strips trailing punctuation, except for a sign: `z+` isn't `z-`. */
function trimmed(message: string, start: number, stop: number): number {
  let end = stop;
  while (end > start + 1 && (classAt(message, end - 1) & WORD) === 0) end--;
  const sign = end + 1 === stop ? message.charAt(end) : "";
  return (sign === "-" || sign === "+") && classAt(message, stop) === SPACE ? stop : end;
}

function readPart(scanned: TokenizedMessage, start: number, limit: number): number {
  const { message } = scanned;
  const first = classAt(message, start);
  if (mayBeMoment(message, start, first)) {
    const stop = endOfMoment(message, start);
    if (stop > start) {
      add(scanned, start, Math.min(stop, limit), TIME);
      return Math.min(stop, limit);
    }
  }
  let bits = 0;
  let at = start;
  for (; at < limit; at++) {
    const own = classOf(message.charCodeAt(at));
    if ((own & WORD) === 0) {
      if ((own & SEPARATOR) !== 0 && !(own === QUOTE && isApostrophe(message, at))) break;
      if (own === SLASH && (at === start || isScheme(message, at))) {
        const stop = endOfPath(message, at, limit);
        const end = trimmed(message, start, stop);
        addPath(scanned, start, end < stop && message[end] === "/" ? end + 1 : end, at === start ? PATH : URL);
        return stop;
      }
      // Leader dots between a name and its value.
      if (own === OTHER && message.charCodeAt(at) === DOT && message.charCodeAt(at + 1) === DOT) break;
    }
    bits |= own;
  }
  addPart(scanned, isSigned(message, start, first) ? start - 1 : start, trimmed(message, start, at), bits);
  return Math.max(at, scanned.ends.at(-1) ?? at);
}

/** A sign before a number, but not between two words or numbers. */
function isSigned(message: string, start: number, first: number): boolean {
  const sign = message.charCodeAt(start - 1);
  return first === DIGIT && (sign === 45 || sign === 43) && (classAt(message, start - 2) & (WORD | OTHER)) === 0;
}

/** Digits and the same separator twice, a colon, or the name of a month or day. */
function mayBeMoment(message: string, start: number, first: number): boolean {
  if (first !== DIGIT) {
    const after = message.charCodeAt(start + 3);
    return (after === 32 || after === 44) && isCapital(message.charCodeAt(start));
  }
  let at = start + 1;
  while (at < start + 4 && classAt(message, at) === DIGIT) at++;
  const separator = message.charCodeAt(at);
  if (separator === 58) return true;
  if (!(separator >= 45 && separator <= 47) && separator !== 32) return false;
  const isTwice = message.charCodeAt(at + 2) === separator || message.charCodeAt(at + 3) === separator;
  return (isTwice && separator !== 32) || isCapital(message.charCodeAt(at + 1));
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/** True if a slash is the first of `://`. */
const isScheme = (message: string, slash: number): boolean =>
  message.charCodeAt(slash - 1) === 58 && message.charCodeAt(slash + 1) === 47;

/** As in "isn't". */
const isApostrophe = (message: string, at: number): boolean =>
  (classAt(message, at - 1) & LETTER) !== 0 && (classAt(message, at + 1) & LETTER) !== 0;

/** Java writes an address without a name like this: /10.0.0.7:5432. */
function addPath(scanned: TokenizedMessage, start: number, end: number, mask: string): void {
  const mayBeAddress = classAt(scanned.message, start + 1) === DIGIT && end - start < 40;
  const isAddress = mayBeAddress && maskOf(scanned.message.slice(start + 1, end), COLON | OTHER) === IP;
  add(scanned, start, end, isAddress ? IP : mask);
}

function addPart(scanned: TokenizedMessage, start: number, end: number, bits: number): void {
  if (bits === DIGIT) {
    addNumber(scanned, start, end, bits);
    return;
  }
  const text = textOf(scanned.message, start, end, bits);
  if ((bits & MASKABLE) === 0) {
    add(scanned, start, end, text, false);
    return;
  }
  const mask = end - start > TOKEN_CHARS_MAX ? ID : maskOf(text, bits);
  if (mask === undefined) addPieces(scanned, start, end);
  else if (mask === NUMBER) addNumber(scanned, start, end, bits);
  else add(scanned, start, end, mask);
}

const UNIT = / \p{L}{1,3}(?=[,;)\]]|\.?$)/uy;

/** The end of the unit of a fraction or a bound, such as `5.2 KB` and `<1 s`; -1 if it has none. */
function endOfUnit(message: string, start: number, end: number, bits: number): number {
  if (message.charCodeAt(end) !== 32) return -1;
  const before = message.charCodeAt(start - 1);
  if (bits === DIGIT && before !== 60 && before !== 62) return -1;
  UNIT.lastIndex = end;
  return UNIT.test(message) ? UNIT.lastIndex : -1;
}

/** Adds a number with its unit. In brackets, it repeats the value before. */
function addNumber(scanned: TokenizedMessage, start: number, end: number, bits: number): void {
  const { message, places } = scanned;
  const stop = endOfUnit(message, start, end, bits);
  const last = places.at(-1);
  if (stop < 0 || last === undefined || message.charAt(start - 1) !== "(" || message.charAt(stop) !== ")") {
    add(scanned, start, stop < 0 ? end : stop, NUMBER);
    return;
  }
  scanned.starts.push(start - 1);
  scanned.ends.push(stop + 1);
  scanned.masks.push(NUMBER);
  places.push(last);
}

function textOf(message: string, start: number, end: number, bits: number): string {
  const text = message.slice(start, Math.min(end, start + TOKEN_CHARS_MAX));
  return (bits & WIDE) === 0 ? text : text.toWellFormed();
}

/** Splits a part at its colons. */
function addPieces(scanned: TokenizedMessage, start: number, end: number): void {
  const { message } = scanned;
  for (let at = start; at < end; at++) {
    if (!begins(message, at, classAt(message, at))) continue;
    let bits = 0;
    let stop = at;
    for (; stop < end && classAt(message, stop) !== COLON; stop++) bits |= classAt(message, stop);
    addPart(scanned, at, trimmed(message, at, stop), bits);
    at = stop;
  }
}

/** A bracket, an equals sign or the end of a sentence ends a list. */
const BETWEEN_CLAUSES = /[()[\]{}<>.;=]/;

function add(scanned: TokenizedMessage, start: number, end: number, mask: string, isValue = isWild(mask)): void {
  const { message, tokens, wild, starts, ends, masks, places } = scanned;
  const last = tokens.length - 1;
  const from = ends[ends.length - 1];
  starts.push(start);
  ends.push(end);
  masks.push(mask);
  // A list of values is one token, so that its length doesn't matter.
  const gap = isValue && wild[last] === true ? message.slice(from, start) : undefined;
  if (gap !== undefined && (gap === " " || !BETWEEN_CLAUSES.test(gap))) {
    tokens[last] = listOf(scanned, gap === " " ? gap : gapOf(gap), mask);
    places.push(last);
    return;
  }
  places.push(last + 1);
  tokens.push(mask);
  wild.push(isValue);
}

/** More entries of a list are not shown. */
const LISTED_MAX = 6;

/** The last token with one more value: a short list, or the type of all of its values. */
function listOf({ tokens, places }: TokenizedMessage, gap: string, mask: string): string {
  const list = tokens.at(-1) as string;
  const isLong =
    places[places.length - LISTED_MAX] === tokens.length - 1 || list.length + mask.length > TOKEN_CHARS_MAX;
  return isLong ? wider(list, mask) : list + gap + mask;
}

const GAP_CHARS_MAX = 4;
/** Only this punctuation is shown, since other characters could mislead a reader. */
const NOT_SHOWN = /[^ -;=?-_a-~]+/g;

const gapOf = (text: string): string => {
  const shown = text.replace(NOT_SHOWN, " ").replace(/ {2,}/g, " ");
  return shown.length > GAP_CHARS_MAX ? shown.slice(0, GAP_CHARS_MAX - 1) + shown.at(-1) : shown;
};

/** The punctuation before each token and after the last, shortened. */
export function gapsOf({ message, tokens, starts, ends, places }: TokenizedMessage): string[] {
  const gaps: string[] = [];
  let end = 0;
  for (let part = 0; part < places.length; part++) {
    if (places[part] === gaps.length) gaps.push(gapOf(message.slice(end, starts[part])));
    end = ends[part] as number;
  }
  const rest = message.slice(end, end + GAP_CHARS_MAX + 1);
  while (gaps.length < tokens.length) gaps.push(" ");
  gaps.push(rest.length > GAP_CHARS_MAX || /[\p{L}\p{N}]/u.test(rest) ? "" : gapOf(rest).trimEnd());
  if (gaps.length > 1) gaps[0] = (gaps[0] as string).trimStart();
  return gaps;
}

/** A part of a message with its mask and its token. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
  readonly place: number;
}

export const partsOf = ({ starts, ends, masks, places }: TokenizedMessage): Part[] =>
  places.map((place, part) => ({
    start: starts[part] as number,
    end: ends[part] as number,
    mask: masks[part] as string,
    place,
  }));
