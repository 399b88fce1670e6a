// The method: docs/methods/log-templates.md
import {
  AT,
  BACKSLASH,
  COLON,
  DASH,
  DIGIT,
  DOT,
  HEX_LETTER,
  ID,
  IP,
  isWild,
  LETTER,
  maskOf,
  measureOf,
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
/** The most tokens of a list's entry. Only the first entry of a list is kept. */
const PERIOD_MAX = 6;

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

const SPACE = 1 << 12;
const MARK = 1 << 13;
const EQUALS = 1 << 14;
const QUOTE = 1 << 15;
/** The part may contain half a surrogate pair. */
const WIDE = 1 << 16;
const SEPARATOR = SPACE | MARK | EQUALS | QUOTE;
const LETTERS = LETTER | HEX_LETTER;
const ALPHANUMERIC = LETTERS | DIGIT;
/** A word without these classes needs no mask. */
const MASKABLE = DIGIT | COLON | SLASH | BACKSLASH | AT;
const UNDERSCORE = 95;
const PLUS = 43;

const classes = new Uint16Array(128).fill(OTHER);
classes.fill(SPACE, 0, 33);
classes[127] = SPACE;
classes.fill(DIGIT, 48, 58);
for (const first of [65, 97]) {
  classes.fill(HEX_LETTER, first, first + 6);
  classes.fill(LETTER, first + 6, first + 26);
}
for (const [marks, bits] of [
  [',;()[]{}"`|<>', MARK],
  ["=", EQUALS],
  ["'", QUOTE],
  [".", DOT],
  ["-", DASH],
  [":", COLON],
  ["/", SLASH],
  ["\\", BACKSLASH],
  ["@", AT],
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
      if (bits === EQUALS && isGivenNothing(message, at)) add(scanned, at + 1, at + 1, WILDCARD, true);
      at++;
      continue;
    }
    const known = scanned.tokens.length;
    if (known >= TOKENS_MAX || chars >= TEMPLATE_CHARS_MAX) break;
    at = (bits & (SLASH | BACKSLASH)) !== 0 ? readPath(scanned, at, limit) : readPart(scanned, at, limit);
    for (let place = known; place < scanned.tokens.length; place++) chars += (scanned.tokens[place] as string).length;
  }
  return scanned;
}

/** Whether a part begins here: with a letter, a digit, an underscore, or a slash before a name. */
function begins(message: string, at: number, bits: number): boolean {
  if ((bits & ALPHANUMERIC) !== 0) return true;
  if (bits === OTHER) return message.charCodeAt(at) === UNDERSCORE;
  if ((bits & (SLASH | BACKSLASH)) === 0) return false;
  const next = classAt(message, at + 1);
  return (next & (ALPHANUMERIC | DOT | BACKSLASH)) !== 0 || message.charCodeAt(at + 1) === UNDERSCORE;
}

const NEXT_NAME = /[\w.-]{1,40}=\S/y;

/** An empty value, as in `user= host=a` and `(user=)`. */
function isGivenNothing(message: string, equals: number): boolean {
  if ((classAt(message, equals - 1) & ALPHANUMERIC) === 0) return false;
  const next = equals + 1;
  const code = message.charCodeAt(next);
  if (code === 34 || code === 39) return message.charCodeAt(next + 1) === code;
  if (code !== 32) return next >= message.length || ",;)]}".includes(message.charAt(next));
  NEXT_NAME.lastIndex = next + 1;
  return NEXT_NAME.test(message);
}

/** A path ends at white space, a quotation mark or a bracket; `=`, `&` and `?` belong to it. */
function endOfPath(message: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (classAt(message, at) & (SPACE | MARK | QUOTE)) === 0) at++;
  return at;
}

function readPath(scanned: TokenizedMessage, start: number, limit: number): number {
  const { message } = scanned;
  const stop = endOfPath(message, start, limit);
  const end = endOfName(message, start, stop);
  // Java writes an address without a name like this: /10.0.0.7:5432.
  const mayBeAddress = classAt(message, start + 1) === DIGIT && end - start < 40;
  const mask = mayBeAddress ? maskOf(message.slice(start + 1, end), bitsOf(message, start + 1, end)) : undefined;
  add(scanned, start, end, mask === IP ? IP : PATH, true);
  return stop;
}

function endOfName(message: string, start: number, stop: number): number {
  const end = trimmed(message, start, stop);
  return end < stop && classAt(message, end) === SLASH ? end + 1 : end;
}

function bitsOf(message: string, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at++) bits |= classAt(message, at);
  return bits;
}

/** Strips trailing punctuation, except for a sign: `z+` isn't `z-`. */
function trimmed(message: string, start: number, stop: number): number {
  let end = stop;
  for (; end > start + 1; end--) {
    const code = message.charCodeAt(end - 1);
    const bits = classOf(code);
    if ((bits & ALPHANUMERIC) !== 0 || code === UNDERSCORE) break;
    const isSign = (bits === DASH || code === PLUS) && (classAt(message, end - 2) & LETTERS) !== 0;
    if (isSign && end === stop && classAt(message, end) === SPACE) break;
  }
  return end;
}

function readPart(scanned: TokenizedMessage, start: number, limit: number): number {
  const { message } = scanned;
  let bits = 0;
  let at = start;
  for (; at < limit; at++) {
    const own = classOf(message.charCodeAt(at));
    if ((own & SEPARATOR) !== 0) {
      if (own === QUOTE && isApostrophe(message, at)) continue;
      break;
    }
    // Leader dots between a name and its value.
    if (own === DOT && message.charCodeAt(at + 1) === 46) break;
    if (own === COLON && message.charCodeAt(at + 1) === 47 && message.charCodeAt(at + 2) === 47) {
      const stop = endOfPath(message, at, limit);
      add(scanned, start, endOfName(message, start, stop), URL, true);
      return stop;
    }
    bits |= own;
  }
  const end = trimmed(message, start, at);
  addPart(scanned, start, end, end < at ? bitsOf(message, start, end) : bits);
  return at;
}

/** As in "isn't". */
const isApostrophe = (message: string, at: number): boolean =>
  (classAt(message, at - 1) & LETTERS) !== 0 && (classAt(message, at + 1) & LETTERS) !== 0;

function addPart(scanned: TokenizedMessage, start: number, end: number, bits: number): void {
  const { message } = scanned;
  if ((bits & MASKABLE) === 0 && (bits !== HEX_LETTER || end - start < 12)) {
    addWord(scanned, start, end, bits);
    return;
  }
  if (end - start > TOKEN_CHARS_MAX) {
    add(scanned, start, end, bits === DIGIT ? NUMBER : ID, true);
    return;
  }
  const part = textOf(message, start, end, bits);
  const mask = maskOf(part, bits);
  if (mask === undefined) addPieces(scanned, start, end);
  else if (mask === part) addWord(scanned, start, end, bits);
  else if (mask === TIME) addTime(scanned, start, end);
  else if (mask === NUMBER) addNumber(scanned, start, end);
  else add(scanned, start, end, mask, isWild(mask));
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
    let stop = at;
    while (stop < end && classAt(message, stop) !== COLON) stop++;
    const close = trimmed(message, at, stop);
    addPart(scanned, at, close, bitsOf(message, at, close));
    at = stop;
  }
}

/** Adds a word, or the unit of the number before it. */
function addWord(scanned: TokenizedMessage, start: number, end: number, bits: number): void {
  const { message, tokens, wild, starts, ends, masks, places } = scanned;
  const word = textOf(message, start, end, bits);
  const last = tokens.length - 1;
  const follows = tokens[last] === NUMBER && ends.at(-1) === start - 1 && message.charCodeAt(start - 1) === 32;
  const measure = follows ? measureOf(word) : undefined;
  if (measure === undefined) {
    add(scanned, start, end, word, false);
    return;
  }
  const number = starts.pop() as number;
  ends.pop();
  masks.pop();
  places.pop();
  if (places.at(-1) !== last) {
    tokens.pop();
    wild.pop();
  }
  add(scanned, number, end, measure, true);
}

const MONTHS: ReadonlySet<string> = new Set("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "));
const DAYS: ReadonlySet<string> = new Set("Mon Tue Wed Thu Fri Sat Sun".split(" "));

/** Adds a time with the date before it: `Thu Mar 1 10:00:00`. */
function addTime(scanned: TokenizedMessage, start: number, end: number): void {
  const { tokens, wild, places } = scanned;
  const month = tokens.length - 2;
  if (month >= 0 && tokens[month + 1] === NUMBER && MONTHS.has(tokens[month] as string)) {
    const first = DAYS.has(tokens[month - 1] as string) ? month - 1 : month;
    tokens.length = first;
    wild.length = first;
    for (let part = places.length - 1; (places[part] as number) > first; part--) places[part] = first;
  }
  add(scanned, start, end, TIME, true);
}

const OF_TIME = /^(?:,\d{1,9}| (?:19|20)\d\d| [+-]\d{4})$/;

/** Adds a number, or the fraction, year or zone of a time. */
function addNumber(scanned: TokenizedMessage, start: number, end: number): void {
  const { message, tokens, ends } = scanned;
  const isOfTime = tokens.at(-1) === TIME && OF_TIME.test(message.slice(ends.at(-1), Math.min(end, start + 10)));
  add(scanned, start, end, isOfTime ? TIME : NUMBER, true);
}

function add(scanned: TokenizedMessage, start: number, end: number, mask: string, isValue: boolean): void {
  const { tokens, wild } = scanned;
  const last = tokens.length - 1;
  scanned.starts.push(start);
  scanned.ends.push(end);
  scanned.masks.push(mask);
  // A list of values is one token, so that its length doesn't matter.
  const joint = isValue && wild[last] === true ? wider(tokens[last] as string, mask) : WILDCARD;
  if (joint !== WILDCARD) {
    tokens[last] = joint;
    scanned.places.push(last);
    return;
  }
  scanned.places.push(last + 1);
  tokens.push(mask);
  wild.push(isValue);
  for (let period = 2; period <= PERIOD_MAX; period++) if (fold(scanned, period)) return;
}

/** Removes a repetition of the tokens before it that contains a value, since it is another entry of a list. */
function fold({ tokens, wild, places }: TokenizedMessage, period: number): boolean {
  const left = tokens.length - period;
  if (left < period) return false;
  let values = 0;
  for (let place = tokens.length - 1; place >= left; place--) {
    if (wild[place] === true && wild[place - period] === true) values++;
    else if (tokens[place] !== tokens[place - period]) return false;
  }
  if (values === 0) return false;
  tokens.length = left;
  wild.length = left;
  for (let part = places.length - 1; (places[part] as number) >= left; part--)
    places[part] = (places[part] as number) - period;
  return true;
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

/** The position of a token's first part. */
export function partOf({ starts, ends, places }: TokenizedMessage, place: number): { start: number; end: number } {
  const part = places.indexOf(place);
  return { start: starts[part] ?? 0, end: ends[part] ?? 0 };
}
