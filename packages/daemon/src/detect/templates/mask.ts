/**
 * A log message as tokens, with what varies from one occurrence to the next replaced by `<*>`.
 * Messages are hostile: only the first part is read, and no expression here can backtrack.
 */

export const WILDCARD = "<*>";
const MESSAGE_CHARS_MAX = 2000;
/** Bounds of a template: what comes after them doesn't tell messages apart. */
const TOKENS_MAX = 48;
const TOKEN_CHARS_MAX = 100;
const TEMPLATE_CHARS_MAX = 400;

/** Where words end: white space, control characters and the punctuation between a name and its value. */
const SEPARATORS = /[\s\u0000-\u001f\u007f,;=()[\]{}"'`|<>]+/;
const PARTS = /[^\s\u0000-\u001f\u007f,;=()[\]{}"'`|<>]+/g;
const DIGIT = /[0-9]/;
const HEX_ONLY = /^(?:0x)?[0-9a-f]{6,}$/i;
const LETTER = /\p{L}/u;
const EDGE_PUNCTUATION = /^[.:!?*#\-_/\\]+$/;

/** A token that holds a digit is a number, an address, an id, a version; a path of several parts names one file or resource: both vary. */
const varies = (token: string): boolean =>
  DIGIT.test(token) || (token[0] === "/" && token.indexOf("/", 1) > 0) || (token.length >= 12 && HEX_ONLY.test(token));

const tokenOf = (part: string): string =>
  varies(part) || !LETTER.test(part) ? WILDCARD : part.slice(0, TOKEN_CHARS_MAX);

export function tokenize(message: string): string[] {
  const text = message.length > MESSAGE_CHARS_MAX ? message.slice(0, MESSAGE_CHARS_MAX) : message;
  const tokens: string[] = [];
  let chars = 0;
  for (const part of text.split(SEPARATORS)) {
    if (part === "" || EDGE_PUNCTUATION.test(part)) continue;
    if (tokens.length === TOKENS_MAX || chars >= TEMPLATE_CHARS_MAX) break;
    const token = tokenOf(part);
    // A list of values reads as one value, so that lists of different lengths are one pattern.
    if (token === WILDCARD && tokens.at(-1) === WILDCARD) continue;
    tokens.push(token);
    chars += token.length;
  }
  return tokens;
}

/** Where a part of a message stands, and the place of the token that it became; -1: punctuation, which becomes none. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly token: number;
}

/** The parts of a message that {@link tokenize} reads, each with its token: for who shows a template as it was written. */
export function partsOf(message: string): Part[] {
  const parts: Part[] = [];
  let tokens = 0;
  let chars = 0;
  let last = "";
  for (const { 0: part, index: start } of message.slice(0, MESSAGE_CHARS_MAX).matchAll(PARTS)) {
    const end = start + part.length;
    if (EDGE_PUNCTUATION.test(part)) {
      parts.push({ start, end, token: -1 });
      continue;
    }
    if (tokens === TOKENS_MAX || chars >= TEMPLATE_CHARS_MAX) break;
    const token = tokenOf(part);
    if (token !== WILDCARD || last !== WILDCARD) {
      tokens += 1;
      chars += token.length;
    }
    last = token;
    parts.push({ start, end, token: tokens - 1 });
  }
  return parts;
}

/** A short name for tokens: FNV-1a, 32 bits. */
export function fingerprintOf(tokens: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const token of tokens) {
    for (let index = 0; index < token.length; index++) hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193);
    hash = Math.imul(hash ^ 0x20, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
