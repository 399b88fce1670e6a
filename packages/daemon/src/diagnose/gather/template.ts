import { INVISIBLE } from "../../kernel/invisible-characters.ts";
import { redact } from "../../kernel/redact.ts";
import { shownTokens, type TemplateShape } from "../../methods/log-templates/template-merge.ts";
import { URL, WILDCARD } from "../../methods/log-templates/token-masks.ts";
import { partsOf, tokenizeMessage } from "../../methods/log-templates/tokenizer.ts";
import { SAMPLE_CHARS_MAX, TEMPLATE_CHARS_MAX } from "./gathering-limits.ts";

/** Control characters, line ends and what nobody sees. */
const UNSHOWABLE = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}\\s${INVISIBLE}]+`, "gu");
/** A placeholder that the message holds itself must not look like one of ours. */
const BRACKETS = /[<>]+/g;
const GAP_CHARS_MAX = 4;
/** What closes the last word: a bracket, a quotation. */
const CLOSING = /^[^\p{L}\p{N}\s]{1,4}$/u;
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

const PLACEHOLDER = /^<[a-z*]+>$/;
/** Several values of one type after each other read as one. */
const REPEATED = /(<[a-z*]+>)(?:[\s,;]{1,4}\1)+/g;
/** Redacting reads this much more than what is kept, so that a secret isn't cut apart before it is seen. */
const RENDERED_CHARS_MAX = 2 * TEMPLATE_CHARS_MAX;

const clean = (text: string): string => text.replace(UNSHOWABLE, " ").replace(BRACKETS, " ");

/** A word without what nobody sees; a placeholder stays as it is. */
const cleanMask = (mask: string): string => mask.replace(UNSHOWABLE, " ");

/** Of what stands between words little is kept: no line of dashes. */
const gapOf = (text: string): string => clean(text).slice(0, GAP_CHARS_MAX);

/**
 * The kind of message as people read it: the words that all of its messages share, as this one of them has them, and
 * typed placeholders for what varies. One line, secrets masked, at most 400 characters. `host`: of the addresses in
 * all of them, null where they differ.
 */
export function readableTemplate(message: string, pattern: TemplateShape, host: string | null = null): string {
  const scanned = tokenizeMessage(message);
  const shown = shownTokens(pattern, scanned);
  let text = "";
  let at = 0;
  for (const { start, end, mask, place } of partsOf(scanned)) {
    // The word that the sample was cut in: half a secret looks like none.
    if (end >= SAMPLE_CHARS_MAX) break;
    text += gapOf(message.slice(at, start));
    if (mask === URL && host !== null) text += `${host}/<path>`;
    else text += cleanMask(PLACEHOLDER.test(mask) ? mask : (shown[place] ?? WILDCARD));
    at = end;
    if (text.length > RENDERED_CHARS_MAX) break;
  }
  const rest = message.slice(at);
  if (CLOSING.test(rest)) text += gapOf(rest);
  return shorten(redact(text.replace(REPEATED, "$1").replace(/ {2,}/g, " ").trim()));
}

const shorten = (text: string): string =>
  (text.length > TEMPLATE_CHARS_MAX ? `${text.slice(0, TEMPLATE_CHARS_MAX - 1)}…` : text).toWellFormed();
