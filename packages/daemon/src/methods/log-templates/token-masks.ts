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

/** Shorter runs of hexadecimal digits may be words with a number. */
const HEX_FORM = /^(?:0x.*|(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{6,})$/i;

/** Letters and digits. */
const RUN = /[\da-z\u0080-\uffff]+/gi;

/** Masks a run of letters and digits: `node17`, `7f9c6d5b8d`, `0x1f`. */
function maskRun(run: string): string {
  if (!/\d/.test(run)) return run;
  if (HEX_FORM.test(run)) return HEX;
  return /\d\D+\d/.test(run) ? ID : run.replace(/\d+/, NUMBER);
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
  return part.replace(RUN, maskRun).replace(/<num>(?:[._-]<num>)+/g, NUMBER);
}

/** A host and a port, or a file and a line. A plain word before the colon is a key. */
function hasPort(part: string): boolean {
  const colon = part.indexOf(":");
  return PORT.test(part.slice(colon)) && /[\d.-]/.test(part.slice(0, colon));
}

/** True if a token is or contains a value. */
export const isWild = (token: string): boolean => token.includes("<");

const PLACEHOLDER = /<[a-z*]+>/g;
/** Each includes those before it. */
const WIDER = [NUMBER, HEX, ID];

/** The placeholder for both values: the widest of their types if one includes the others, otherwise {@link WILDCARD}. */
export function wider(left: string, right: string): string {
  if (left === right) return left;
  const both = left + right;
  if (/[\p{L}\p{N}]/u.test(both.replace(PLACEHOLDER, ""))) return WILDCARD;
  const [type = WILDCARD, ...others] = new Set(both.match(PLACEHOLDER));
  if (others.length === 0) return type;
  const ranks = [type, ...others].map((each) => WIDER.indexOf(each));
  return ranks.includes(-1) ? WILDCARD : (WIDER[Math.max(...ranks)] as string);
}
