// The method: docs/methods/log-templates.md
import { INVISIBLE } from "../../kernel/invisible-characters.ts";
import {
  AT,
  COLON,
  DIGIT,
  endOfMoment,
  ID,
  isWild,
  LETTER,
  maskOf,
  NUMBER,
  OTHER,
  PATH,
  SLASH,
  TIME,
  URL,
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

/** A part of a message with its mask and its token, which it may share with the parts before it. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
  readonly place: number;
}

export interface TokenizedMessage {
  readonly message: string;
  readonly tokens: string[];
  readonly wild: boolean[];
  readonly parts: Part[];
}

/** Further character classes. */
const SPACE = 64;
const MARK = 128;
const EQUALS = 256;
/** The part may contain half a surrogate pair. */
const WIDE = 512;
const SEPARATOR = SPACE | MARK | EQUALS;
const WORD = LETTER | DIGIT;
/** A word without these classes needs no mask. */
const MASKABLE = DIGIT | COLON | SLASH | AT;

/** Beyond ASCII, all characters that can be seen are letters. */
const BEYOND_ASCII = new RegExp(`[\\p{Cc}\\p{Z}${INVISIBLE}]`, "u");
const classes = new Uint16Array(0x10000).map((_, code) =>
  code > 127 && !BEYOND_ASCII.test(String.fromCharCode(code)) ? LETTER : SPACE,
);
// The surrogates from 0xdb40 on are those of tags and private use.
classes.fill(LETTER | WIDE, 0xd800, 0xdb40);
classes.fill(LETTER | WIDE, 0xdc00, 0xe000);
classes.fill(OTHER, 33, 127);
classes.fill(DIGIT, 48, 58);
classes.fill(LETTER, 65, 91);
classes.fill(LETTER, 97, 123);
for (const [marks, bits] of [
  [',;()[]{}"`|<>', MARK],
  ["=", EQUALS],
  [":", COLON],
  ["/\\", SLASH],
  ["@", AT],
  ["_", LETTER],
] as const) {
  for (const mark of marks) classes[mark.charCodeAt(0)] = bits;
}

const classAt = (message: string, at: number): number =>
  at >= 0 && at < message.length ? (classes[message.charCodeAt(at)] as number) : SPACE;

export function tokenizeMessage(message: string): TokenizedMessage {
  const limit = Math.min(message.length, MESSAGE_CHARS_MAX);
  const scanned: TokenizedMessage = { message, tokens: [], wild: [], parts: [] };
  let chars = 0;
  for (let at = 0; at < limit; ) {
    if (!begins(message, at, classAt(message, at))) {
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

/** True if a part begins here: with a letter or a digit, or with a slash before a name. */
const begins = (message: string, at: number, bits: number): boolean =>
  (bits & WORD) !== 0 || (bits === SLASH && (classAt(message, at + 1) & (WORD | SLASH)) !== 0);

/** A path or an address ends at white space, a quotation mark or a bracket; `=`, `&` and `?` belong to it. */
function endOfPath(message: string, from: number, limit: number): number {
  let at = from;
  while (at < limit && (classAt(message, at) & (SPACE | MARK)) === 0) at++;
  return at;
}

/** Strips trailing punctuation. */
function trimmed(message: string, start: number, stop: number): number {
  let end = stop;
  while (end > start + 1 && (classAt(message, end - 1) & WORD) === 0) end--;
  return end;
}

function readPart(scanned: TokenizedMessage, start: number, limit: number): number {
  const { message } = scanned;
  const first = classAt(message, start);
  // It begins with a digit or a capital.
  const moment = message.charCodeAt(start) < 97 ? Math.min(endOfMoment(message, start), limit) : -1;
  if (moment > start) {
    add(scanned, start, moment, TIME);
    return moment;
  }
  let bits = 0;
  let at = start;
  for (; at < limit; at++) {
    const own = classAt(message, at);
    if ((own & WORD) === 0) {
      if ((own & SEPARATOR) !== 0) break;
      if (own === SLASH && (at === start || message.startsWith("://", at - 1))) {
        const stop = endOfPath(message, at, limit);
        add(scanned, start, trimmed(message, start, stop), at === start ? PATH : URL);
        return stop;
      }
      // Leader dots between a name and its value.
      if (own === OTHER && message.startsWith("..", at)) break;
    }
    bits |= own;
  }
  if (!addPart(scanned, isSigned(message, start, first) ? start - 1 : start, trimmed(message, start, at), bits))
    return readPart(scanned, start, message.indexOf(":", start));
  return Math.max(at, scanned.parts.at(-1)?.end ?? at);
}

/** A sign before a number, but not between two words or numbers. */
function isSigned(message: string, start: number, first: number): boolean {
  const sign = message.charCodeAt(start - 1);
  return first === DIGIT && (sign === 45 || sign === 43) && (classAt(message, start - 2) & (WORD | OTHER)) === 0;
}

/** Adds a word or a value. False for a part that must be split at its colons. */
function addPart(scanned: TokenizedMessage, start: number, end: number, bits: number): boolean {
  const slice = scanned.message.slice(start, Math.min(end, start + TOKEN_CHARS_MAX));
  const text = (bits & WIDE) === 0 ? slice : slice.toWellFormed();
  const mask = (bits & MASKABLE) === 0 ? text : end - start > TOKEN_CHARS_MAX ? ID : maskOf(text, bits);
  if (mask === undefined) return false;
  if (mask === NUMBER) addNumber(scanned, start, end, bits);
  else add(scanned, start, end, mask);
  return true;
}

const UNIT = / \p{L}{1,3}(?=[,;)\]]|\.?$)/uy;

/** The end of a number with the unit of a fraction or a bound, such as `5.2 KB` and `<1 s`. */
function endOfMeasure(message: string, start: number, end: number, bits: number): number {
  UNIT.lastIndex = end;
  const mayHaveUnit = message.charCodeAt(end) === 32 && (bits !== DIGIT || /[<>]/.test(message.charAt(start - 1)));
  return mayHaveUnit && UNIT.test(message) ? UNIT.lastIndex : end;
}

/** Adds a number with its unit. In brackets, it repeats the value before. */
function addNumber(scanned: TokenizedMessage, start: number, end: number, bits: number): void {
  const { message, parts } = scanned;
  const stop = endOfMeasure(message, start, end, bits);
  const last = parts.at(-1);
  if (stop > end && last !== undefined && message.charAt(start - 1) === "(" && message.charAt(stop) === ")")
    parts.push({ start: start - 1, end: stop + 1, mask: NUMBER, place: last.place });
  else add(scanned, start, stop, NUMBER);
}

/** Other characters, such as a bracket, an equals sign or the end of a sentence, end a list. */
const BETWEEN_VALUES = /^[ ,:/-]*$/;

function add({ message, tokens, wild, parts }: TokenizedMessage, start: number, end: number, mask: string): void {
  const isValue = isWild(mask);
  const last = tokens.length - 1;
  // A list of values is one token, so that its length doesn't matter.
  if (isValue && wild[last] === true) {
    const gap = message.slice(parts.at(-1)?.end, start);
    if (BETWEEN_VALUES.test(gap)) {
      const list = `${tokens[last]}${gapOf(gap)}${mask}`;
      tokens[last] = list.length > TOKEN_CHARS_MAX ? wider(tokens[last] as string, mask) : list;
      parts.push({ start, end, mask, place: last });
      return;
    }
  }
  parts.push({ start, end, mask, place: last + 1 });
  tokens.push(mask);
  wild.push(isValue);
}

const GAP_CHARS_MAX = 10;
/** Only this punctuation is shown, since other characters could mislead a reader. */
const NOT_SHOWN = /[^ -;=?-_a-~]+/g;

const gapOf = (text: string): string =>
  text === " " ? text : text.replace(NOT_SHOWN, " ").replace(/ {2,}/g, " ").slice(0, GAP_CHARS_MAX);

/** The punctuation before each token and after the last, shortened. */
export function gapsOf({ message, tokens, parts }: TokenizedMessage): string[] {
  const gaps: string[] = [];
  let read = 0;
  for (const { start, end, place } of parts) {
    if (place === gaps.length) gaps.push(gapOf(message.slice(read, start)));
    read = end;
  }
  const rest = message.slice(read, read + GAP_CHARS_MAX + 1);
  gaps.push(rest.length > GAP_CHARS_MAX || /[\p{L}\p{N}]/u.test(rest) ? "" : gapOf(rest).trimEnd());
  if (tokens.length > 0) gaps[0] = (gaps[0] as string).trimStart();
  return gaps;
}
