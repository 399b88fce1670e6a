import { type Part, partsOf, WILDCARD } from "../../detect/templates/mask.ts";
import { redact } from "../../kernel/redact.ts";
import { SAMPLE_CHARS_MAX, TEMPLATE_CHARS_MAX } from "./limits.ts";

/** Control characters, line ends, marks that reverse the direction of writing, and what has no width. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu;
/** A placeholder that the message holds itself must not look like one of ours. */
const BRACKETS = /[<>]+/g;
const GAP_CHARS_MAX = 4;
/** What closes the last word: a bracket, a quotation. */
const CLOSING = /^[^\p{L}\p{N}\s]{1,4}$/u;
const EDGES = /^([.:!?*#\\-]*)(.*?)([.:!?*#\\/-]*)$/s;
const URL_START = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
const URL_END = /[\s"'`<>]/;
/** A name of two parts or more, without digits, that no name of a person stands before. */
const HOST =
  /[a-z][a-z0-9+.-]{1,20}:\/\/(?![^/\s]{0,300}@)((?:[a-z][a-z-]{0,40}\.){1,5}[a-z]{2,12})(?=[:/?#\s"'`<>),;]|$)/gi;

/** The one host of the addresses in a message; null for none, for several, and for what isn't plainly a name. */
export function hostIn(message: string): string | null {
  if (!message.includes("://")) return null;
  const text = message.slice(0, SAMPLE_CHARS_MAX);
  const hosts = new Set(Array.from(text.matchAll(HOST), ([, host = ""]) => host.toLowerCase()));
  const [host] = hosts;
  return host !== undefined && hosts.size === 1 && text.split("://").length === 2 ? host : null;
}

/** Several values of one type after each other read as one. */
const REPEATED = /(<[a-z]+>)(?:[\s,;]{1,4}\1)+/g;
/** Of a longer word the miner looks at so much alone: what follows is not what all of its messages share. */
const WORD_CHARS_MAX = 100;
/** Redacting reads this much more than what is kept, so that a secret isn't cut apart before it is seen. */
const RENDERED_CHARS_MAX = 2 * TEMPLATE_CHARS_MAX;

/** What is no word whatever stands beside it: named by its type also where no other value was seen. */
const ALWAYS_TYPED: readonly (readonly [placeholder: string, looksSo: RegExp])[] = [
  ["<url>", URL_START],
  ["<email>", /^[^\s@/]{1,64}@[^\s@/]{1,255}\.[a-z]{2,24}$/i],
  ["<uuid>", /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ["<time>", /^\d{4}[-/]\d\d[-/]\d\d(?:[t_ ][\d:.,]+(?:z|[+-]\d\d:?\d\d)?)?$/i],
  ["<time>", /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:z|[+-]\d\d:?\d\d)?$/i],
  ["<ip>", /^\/?\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?:\/\d{1,3})?$/],
  ["<ip>", /^(?=.{3,45}$)(?:[0-9a-f]{0,4}:){2,7}[0-9a-f.]{0,15}$/i],
];

const VALUES: readonly (readonly [placeholder: string, looksSo: RegExp])[] = [
  ["<num>", /^(?=.*\d)[\d.,:/x_+-]+(?:e[+-]?\d{1,3})?%?$/],
  ["<hex>", /^(?:0x)?[0-9a-f]{6,}$/i],
  ["<path>", /^(?:[a-z]:)?\.{0,2}[/\\]/i],
];
/** A number with its unit keeps it. */
const WITH_UNIT = /^[+-]?\d[\d.,]*(ns|us|µs|ms|s|m|min|h|d|b|kb|mb|gb|tb|kib|mib|gib|tib)$/i;

const firstOf = (types: typeof VALUES, text: string): string | undefined =>
  types.find(([, looksSo]) => looksSo.test(text))?.[0];

function placeholderOf(text: string): string {
  const unit = WITH_UNIT.exec(text)?.[1];
  return firstOf(ALWAYS_TYPED, text) ?? (unit === undefined ? (firstOf(VALUES, text) ?? "<str>") : `<num>${unit}`);
}

const clean = (text: string): string => text.replace(UNSHOWABLE, " ").replace(BRACKETS, " ");

/** Of what stands between words little is kept: no line of dashes. */
const gapOf = (text: string): string => clean(text).slice(0, GAP_CHARS_MAX);

function partText(message: string, part: Part, tokens: readonly string[]): string {
  const text = message.slice(part.start, part.end);
  if (part.token < 0) return gapOf(text);
  const varies = tokens[part.token] === WILDCARD;
  if (text.length > WORD_CHARS_MAX) return varies ? "<str>" : clean(text.slice(0, WORD_CHARS_MAX));
  const [, before = "", word = text, after = ""] = EDGES.exec(text) ?? [];
  const typed = varies ? placeholderOf(word === "" ? text : word) : firstOf(ALWAYS_TYPED, word);
  return typed === undefined ? clean(text) : `${gapOf(before)}${typed}${gapOf(after)}`;
}

/**
 * The kind of message as people read it: the words that all of its messages share, as this one of them has them, and
 * typed placeholders for what varies. One line, secrets masked, at most 400 characters. `host`: of the addresses in
 * all of them, null where they differ.
 */
export function readableTemplate(message: string, tokens: readonly string[], host: string | null = null): string {
  let text = "";
  let at = 0;
  for (const part of partsOf(message)) {
    if (part.start < at) continue;
    // The word that the sample was cut in: half a secret looks like none.
    if (part.end >= SAMPLE_CHARS_MAX) break;
    text += gapOf(message.slice(at, part.start));
    at = part.end;
    if (URL_START.test(message.slice(part.start, part.end))) {
      const rest = message.slice(part.end).search(URL_END);
      at = rest < 0 ? message.length : part.end + rest;
      text += host === null ? "<url>" : `${host}/<path>`;
    } else text += partText(message, part, tokens);
    if (text.length > RENDERED_CHARS_MAX) break;
  }
  const rest = message.slice(at);
  if (CLOSING.test(rest)) text += gapOf(rest);
  return shorten(redact(text.replace(REPEATED, "$1").replace(/ {2,}/g, " ").trim()));
}

const shorten = (text: string): string =>
  (text.length > TEMPLATE_CHARS_MAX ? `${text.slice(0, TEMPLATE_CHARS_MAX - 1)}…` : text).toWellFormed();
