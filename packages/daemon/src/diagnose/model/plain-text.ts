import { withoutInvisible } from "../../kernel/invisible-characters.ts";
import { redact } from "../../kernel/redact.ts";
import { truncate } from "../../kernel/truncate.ts";
import { TEXT_READ_MAX } from "./model-limits.ts";

/** ECMA-48 escape sequences. */
const TERMINAL = /\u001b(?:\[[0-9;:?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,500}(?:\u0007|\u001b\\)?)/g;
const SPACE = /[\s\u0085\u2028\u2029]+/g;
const CONTROL = /\p{Cc}/gu;

/** One line of data: first without invisible characters, which could hide a secret, then redacted, then cut. */
export function plainText(text: string, charactersMax: number): string {
  const visible = withoutInvisible(text.slice(0, TEXT_READ_MAX).replace(TERMINAL, ""));
  const line = visible.replace(SPACE, " ").replace(CONTROL, "").trim();
  return truncate(redact(line), charactersMax);
}

/** Markdown links and images. */
const LINK = /!?\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g;
const LINK_BEGIN = /!(?=\[)|(?<=\])(?=[([:])/g;
/** Tags and comments, but not typed placeholders. */
const TAG_BEGIN = /<(?=[a-z/!?])(?!(?:num|hex|uuid|ip|path|time|url|email|str)>)/gi;
/** Addresses with scheme, without host, and bare hosts. */
const ADDRESS = new RegExp(
  [
    "[a-z][a-z0-9+.-]{1,20}:\\/\\/[^\\s\"'<>]{0,2000}",
    "(?<![a-z0-9])(?:javascript|data|vbscript|mailto|tel|file):[^\\s\"'<>]{1,2000}",
    "(?<![\\w/])\\/\\/[a-z0-9-]{1,63}\\.[^\\s\"'<>]{1,2000}",
    "(?<![\\w.-])(?:[\\w-]{1,63}\\.){1,10}[a-z]{2,24}(?::\\d{1,5})?[/?][^\\s\"'<>]{0,2000}",
    "(?<![\\w.-])(?:[\\w-]{1,63}\\.){1,10}(?:com|net|org|io|dev|app|ai|co|me|info|biz|xyz|site|online|top|ru|cn|de|uk|example|test|invalid|zip)(?![\\w-]|\\.\\w)(?::\\d{1,5})?",
    "(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?\\/[^\\s\"'<>]{0,2000}",
  ].join("|"),
  "gi",
);
export const ADDRESS_REMOVED = "[address removed]";

/** A model's text for people: no links, images, tags or addresses, because injected text could send people anywhere. */
export function spokenText(text: string, charactersMax: number): string {
  const line = plainText(text, TEXT_READ_MAX);
  const words = line.replace(LINK, "$1").replace(LINK_BEGIN, " ").replace(TAG_BEGIN, "");
  return truncate(words.replace(ADDRESS, ADDRESS_REMOVED).replace(/ {2,}/g, " ").trim(), charactersMax);
}
