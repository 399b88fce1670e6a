import { INVISIBLE } from "../../kernel/invisible-characters.ts";
import { redact } from "../../kernel/redact.ts";
import { shownTokens, type TemplateShape } from "../../methods/log-templates/template-merge.ts";
import { isWild, URL, WILDCARD } from "../../methods/log-templates/token-masks.ts";
import { tokenizeMessage } from "../../methods/log-templates/tokenizer.ts";
import { SAMPLE_CHARS_MAX, TEMPLATE_CHARS_MAX } from "./gathering-limits.ts";

/** Control, line and invisible characters. */
const UNSHOWABLE = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}\\s${INVISIBLE}]+`, "gu");
/** Brackets in a message must not look like placeholders. */
const BRACKETS = /[<>]+/g;
const GAP_CHARS_MAX = 4;
/** Closing bracket or quote. */
const CLOSING = /^[^\p{L}\p{N}\s]{1,4}$/u;
/** A domain name without digits and credentials. */
const HOST =
  /[a-z][a-z0-9+.-]{1,20}:\/\/(?![^/\s]{0,300}@)((?:[a-z][a-z-]{0,40}\.){1,5}[a-z]{2,12})(?=[:/?#\s"'`<>),;]|$)/gi;

/** The only host of the addresses; null if none, several or unclear. */
export function hostIn(message: string): string | null {
  if (!message.includes("://")) return null;
  const text = message.slice(0, SAMPLE_CHARS_MAX);
  const hosts = new Set(Array.from(text.matchAll(HOST), ([, host = ""]) => host.toLowerCase()));
  const [host] = hosts;
  return host !== undefined && hosts.size === 1 && text.split("://").length === 2 ? host : null;
}

const PLACEHOLDER = /^<[a-z*]+>$/;
/** Repeated placeholders become one. */
const REPEATED = /(<[a-z*]+>)(?:[\s,;]{1,4}\1)+/g;
/** More than kept is redacted, so that secrets are not cut. */
const RENDERED_CHARS_MAX = 2 * TEMPLATE_CHARS_MAX;

/** Whether a name's digits alone vary. Its token may be a list of several such names. */
const isTypedName = (mask: string, token: string | undefined): boolean => isWild(mask) && token !== WILDCARD;

const clean = (text: string): string => text.replace(UNSHOWABLE, " ").replace(BRACKETS, " ");

/** Without invisible characters; placeholders stay. */
const cleanMask = (mask: string): string => mask.replace(UNSHOWABLE, " ");

/** Short gaps only: no lines of dashes. */
const gapOf = (text: string): string => clean(text).slice(0, GAP_CHARS_MAX);

/**
 * A readable template: common words of this message and typed placeholders, on one line, redacted, at most 400
 * characters. `host`: common to all messages.
 */
export function readableTemplate(message: string, pattern: TemplateShape, host: string | null = null): string {
  const scanned = tokenizeMessage(message);
  const shown = shownTokens(pattern, scanned);
  let text = "";
  let at = 0;
  for (const { start, end, mask, place } of scanned.parts) {
    // The truncated last word could hide a secret.
    if (end >= SAMPLE_CHARS_MAX) break;
    text += gapOf(message.slice(at, start));
    if (mask === URL && host !== null) text += `${host}/<path>`;
    else
      text += cleanMask(PLACEHOLDER.test(mask) || isTypedName(mask, shown[place]) ? mask : (shown[place] ?? WILDCARD));
    at = end;
    if (text.length > RENDERED_CHARS_MAX) break;
  }
  const rest = message.slice(at);
  if (CLOSING.test(rest)) text += gapOf(rest);
  return shorten(redact(text.replace(REPEATED, "$1").replace(/ {2,}/g, " ").trim()));
}

const shorten = (text: string): string =>
  (text.length > TEMPLATE_CHARS_MAX ? `${text.slice(0, TEMPLATE_CHARS_MAX - 1)}…` : text).toWellFormed();
