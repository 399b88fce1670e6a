// The method: docs/methods/log-templates.md
/** Masks values by formats that have a standard: `17` is `<num>`, `node-17` is `node-<num>`, `10.0.0.7` is `<ip>`. */

/** Character classes as bits. */
export const LETTER = 1;
export const DIGIT = 2;
export const COLON = 4;
export const SLASH = 8;
export const AT = 16;
export const OTHER = 32;

/** A value of unknown type. */
export const WILDCARD = "<*>";
export const NUMBER = "<num>";
export const TIME = "<time>";
export const URL = "<url>";
export const PATH = "<path>";
const HEX = "<hex>";
export const ID = "<id>";
export const IP = "<ip>";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const IP_4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?(?:\/\d{1,3})?$/;
const IP_6 = /^[0-9a-f]{0,4}:(?:[0-9a-f]{0,4}:){1,7}[0-9a-f.]{0,15}(?:%\w{1,15})?(?:\/\d{1,3})?$/i;
const MAC = /^[0-9a-f]{1,2}(?:[:-][0-9a-f]{1,2}){5,15}$/i;
const EMAIL = /^[\w.+%-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;
/** Shorter runs of hexadecimal digits may be words with a number. */
const HEX_LENGTH_MIN = 6;
/** A drive, a share, or folders. One slash may separate two words. */
const PATH_FORM = /^(?:[a-z]:[\\/]|\\|\/|[^/:]{1,100}\/[^/]{0,100}\/)/i;
const PORT = /^:\d{1,9}$/;

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const DATE = [
  String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.]\d{4}`,
  String.raw`\d{2}[-/]\d{2}[-/]\d{2}`,
  String.raw`\d{1,2}[-/ ]${MONTH}[-/ ]\d{4}`,
  String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?${MONTH} {1,2}\d{1,2}(?:, \d{4})?`,
].join("|");
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,:]\d{1,9})?)?(?:Z| ?[+-]\d{2}:?\d{2}| ?[AP]M\b)?`;
/** Dates and times as ISO 8601, RFC 5322, RFC 3164, `ctime`, the Common Log Format and Java write them. */
const MOMENT = new RegExp(
  String.raw`(?:(?:${DATE})(?:(?:[T_:-]|,? )${CLOCK}(?: \d{4})?)?|${CLOCK})(?!\w|[.:/-]\w)`,
  "y",
);

/** The end of the date or time that begins there; -1 if none does. */
export function endOfMoment(message: string, start: number): number {
  MOMENT.lastIndex = start;
  return MOMENT.test(message) ? MOMENT.lastIndex : -1;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 128;
const isHexLetter = (code: number): boolean => (code >= 97 && code <= 102) || (code >= 65 && code <= 70);

/** A run of letters and digits: `node17`, `7f9c6d5b8d`, `0x1f`. */
function maskRun(run: string): string {
  let numbers = 0;
  let first = -1;
  let after = run.length;
  let isHex = true;
  for (let at = 0; at < run.length; at++) {
    const code = run.charCodeAt(at);
    if (isDigit(code)) {
      if (at > 0 && isDigit(run.charCodeAt(at - 1))) continue;
      if (numbers++ === 0) first = at;
    } else {
      if (!isHexLetter(code)) isHex = false;
      if (numbers === 1 && after === run.length) after = at;
    }
  }
  if (numbers === 0) return run;
  if (first === 0 && after === run.length) return NUMBER;
  if (run.startsWith("0x") || run.startsWith("0X") || (isHex && run.length >= HEX_LENGTH_MIN)) return HEX;
  return numbers > 1 ? ID : run.slice(0, first) + NUMBER + run.slice(after);
}

/** Masks the numbers of a part, with one placeholder for adjacent ones: `1.2.3-rc1` is `<num>-rc<num>`. */
function maskRuns(part: string): string {
  let text = "";
  let gap = "";
  for (let at = 0; at < part.length; ) {
    const begin = at;
    let code = part.charCodeAt(at);
    while (isDigit(code) || isLetter(code)) code = part.charCodeAt(++at);
    if (at === begin) {
      const isSign = code === 45 && gap !== "" && isDigit(part.charCodeAt(at + 1));
      if (!isSign) gap += part[at];
      at++;
      continue;
    }
    const masked = maskRun(part.slice(begin, at));
    const last = text.endsWith(">") && gap.length <= 2 ? text.slice(text.lastIndexOf("<")) : "";
    text += last !== "" && masked.startsWith(last) ? masked.slice(last.length) : gap + masked;
    gap = "";
  }
  return text + gap;
}

/** The mask of a part with a digit, slash, backslash, at sign or colon; undefined if it must be split at its colons. */
export function maskOf(part: string, bits: number): string | undefined {
  if (bits === DIGIT) return NUMBER;
  if ((bits & LETTER) === 0) {
    if (IP_4.test(part)) return IP;
    if ((bits & ~(DIGIT | OTHER)) === 0) return NUMBER;
  }
  if (part.length === 36 && UUID.test(part)) return "<uuid>";
  const hasColon = (bits & COLON) !== 0;
  if ((bits & (COLON | OTHER)) !== 0 && MAC.test(part)) return "<mac>";
  if (hasColon && IP_6.test(part)) return IP;
  if ((bits & SLASH) !== 0 && PATH_FORM.test(part)) return PATH;
  if ((bits & AT) !== 0 && EMAIL.test(part)) return "<email>";
  if (hasColon && !hasPort(part)) return undefined;
  return maskRuns(part);
}

/** A host and a port, or a file and a line. A plain word before the colon is a key. */
function hasPort(part: string): boolean {
  const colon = part.indexOf(":");
  return PORT.test(part.slice(colon)) && /[\d.-]/.test(part.slice(0, colon));
}

/** True if a token is or contains a value. */
export const isWild = (token: string): boolean => token.includes("<");

/** Each type includes those before it. */
const WIDER = [NUMBER, HEX, ID];
const PLACEHOLDER = /<[a-z*]+>/g;

/** The placeholder for both values. A list of values is as wide as its widest one. */
export function wider(left: string, right: string): string {
  if (left === right) return left;
  const both = left + right;
  if (/\w/.test(both.replace(PLACEHOLDER, ""))) return WILDCARD;
  const types = [...new Set(both.match(PLACEHOLDER))];
  const widest = types.length === 1 ? types[0] : WIDER[Math.max(...types.map((type) => WIDER.indexOf(type)))];
  return types.length === 1 || types.every((type) => WIDER.includes(type)) ? (widest as string) : WILDCARD;
}
