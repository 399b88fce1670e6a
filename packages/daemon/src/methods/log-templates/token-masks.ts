// The method: docs/methods/log-templates.md
/**
 * Masks variable parts of a message by type: `17` is `<num>`, `node-17` is `node-<num>`. Parts are short, and no
 * expression backtracks over more than a few characters.
 */

/** Character classes as bits. */
export const HEX_LETTER = 1;
export const LETTER = 2;
export const DIGIT = 4;
export const DOT = 8;
export const DASH = 16;
export const COLON = 32;
export const SLASH = 64;
export const BACKSLASH = 128;
export const AT = 256;
export const OTHER = 512;

/** A value of unknown type. */
export const WILDCARD = "<*>";
export const NUMBER = "<num>";
export const TIME = "<time>";
export const URL = "<url>";
export const PATH = "<path>";
export const SIZE = "<size>";
export const DURATION = "<duration>";
const HEX = "<hex>";
export const ID = "<id>";
export const IP = "<ip>";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const IP_4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d{1,5})?(?:\/\d{1,3})?$/;
const IP_6 = /^[0-9a-f]{0,4}:(?:[0-9a-f]{0,4}:){1,7}[0-9a-f.]{0,15}(?:%\w{1,15})?(?:\/\d{1,3})?$/i;
const MAC = /^[0-9a-f]{1,2}(?:[:-][0-9a-f]{1,2}){5,15}$/i;
const EMAIL = /^[\w.+%-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;
const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[-/][a-z]{3}[-/]\d{2,4}|\d{8})`;
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.:]\d{1,9})?(?:z|[+-]\d{2}:?\d{2})?`;
const MOMENT = new RegExp(`^(?:${DATE}|(?:${DATE}[t_:-])?${CLOCK}|${DATE}t\\d{4,6}(?:\\.\\d{1,9})?z?)$`, "i");
const COMPACT_DATE = /^\d{8}$/;
const WITH_DURATION = /^(?:\d[\d.]*(?:ns|us|µs|μs|ms|s|secs?|m|mins?|h|hrs?|d))+$/i;
const WITH_SIZE = /^\d[\d.]*(?:[kmgtp]i?)?b(?:ytes|ps)?$/i;
const DRIVE = /^[a-z]:[\\/]/i;

const SIZES: ReadonlySet<string> = new Set("b byte bytes kb mb gb tb pb kib mib gib tib pib kbytes mbytes".split(" "));
const DURATIONS: ReadonlySet<string> = new Set(
  "ns us µs μs ms s h sec secs min mins hr hrs nanosecond microsecond millisecond msec msecs usec usecs second minute hour day nanoseconds microseconds milliseconds seconds minutes hours days".split(
    " ",
  ),
);

/** A number with its unit is one value, since `5.2 KB` and `1 byte` are equal. */
export function measureOf(unit: string): string | undefined {
  if (unit.length > 12) return undefined;
  const lower = unit.toLowerCase();
  return SIZES.has(lower) ? SIZE : DURATIONS.has(lower) ? DURATION : undefined;
}

/** Names with a constant digit. */
const NAMES_WITH_DIGITS: ReadonlySet<string> = new Set(
  `ipv4 ipv6 inet4 inet6 in6 utf8 utf16 utf32 sha1 sha256 sha384 sha512 md5 crc32 base64 base32 rs256 hs256 es256 ed25519
   x509 x86 x64 i386 amd64 arm64 win32 http2 http3 h2 oauth2 k8s s3 ec2 ext4 log4j log4j2 slf4j i18n l10n e2e p2p b2b
   neo4j db2 mp3 mp4 h264 h265 nat64 python3 sqlite3 boto3 web3 p50 p75 p90 p95 p99 p999 tls1 tls12 tls13 v1beta1`.split(
    /\s+/,
  ),
);

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 128;
const isHexLetter = (code: number): boolean => (code >= 97 && code <= 102) || (code >= 65 && code <= 70);

/** A run of letters and digits: `node17`, `7f9c6d5b8d`, `0x1f`. */
function maskRun(run: string): string {
  let digitRuns = 0;
  let firstDigit = -1;
  let afterDigits = -1;
  let hex = true;
  let wasDigit = false;
  for (let index = 0; index < run.length; index++) {
    const code = run.charCodeAt(index);
    const digit = isDigit(code);
    if (digit && !wasDigit) {
      digitRuns++;
      if (firstDigit < 0) firstDigit = index;
    }
    if (!digit && wasDigit && afterDigits < 0) afterDigits = index;
    if (!digit && !isHexLetter(code)) hex = false;
    wasDigit = digit;
  }
  if (digitRuns === 0) return hex && run.length >= 12 ? HEX : run;
  if (firstDigit === 0 && afterDigits < 0) return NUMBER;
  if (run.startsWith("0x") || run.startsWith("0X") || (hex && run.length >= 6)) return HEX;
  if (digitRuns > 1) return NAMES_WITH_DIGITS.has(run.toLowerCase()) ? run : ID;
  if (run.length <= 8 && NAMES_WITH_DIGITS.has(run.toLowerCase())) return run;
  return run.slice(0, firstDigit) + NUMBER + (afterDigits < 0 ? "" : run.slice(afterDigits));
}

/** Masks the numbers of a part, with one placeholder for adjacent ones: `1.2.3-rc1` is `<num>-rc<num>`. */
function maskRuns(part: string): string {
  let text = "";
  let last = "";
  let gap = "";
  for (let at = 0; at < part.length; ) {
    const begin = at;
    let code = part.charCodeAt(at);
    while (isDigit(code) || isLetter(code)) code = part.charCodeAt(++at);
    if (at > begin) {
      const masked = maskRun(part.slice(begin, at));
      if (masked !== last || masked.charCodeAt(0) !== 60 || gap.length > 2) text += gap + masked;
      last = masked;
      gap = "";
    } else {
      const isSign = code === 45 && gap !== "" && isDigit(part.charCodeAt(at + 1));
      if (!isSign) gap += part[at];
      at++;
    }
  }
  return text + gap;
}

/** The mask of a part with a digit, slash, backslash, at sign or colon; undefined if it must be split at its colons. */
export function maskOf(part: string, bits: number): string | undefined {
  if (bits === DIGIT) return NUMBER;
  if ((bits & DIGIT) !== 0) {
    if ((bits & ~(DIGIT | DOT | COLON | SLASH)) === 0 && IP_4.test(part)) return IP;
    if ((bits & (DASH | SLASH | DOT | COLON)) !== 0 && MOMENT.test(part) && !COMPACT_DATE.test(part)) return TIME;
    if ((bits & ~(DIGIT | DOT | DASH | OTHER)) === 0) return NUMBER;
    if ((bits & DASH) !== 0 && part.length === 36 && UUID.test(part)) return "<uuid>";
    if ((bits & (COLON | DASH)) !== 0 && (bits & LETTER) === 0) {
      if (MAC.test(part)) return "<mac>";
      if ((bits & COLON) !== 0 && IP_6.test(part)) return IP;
    }
    const first = part.charCodeAt(0);
    if (first >= 48 && first <= 57 && (bits & (DASH | COLON | SLASH | BACKSLASH | AT)) === 0) {
      if (WITH_DURATION.test(part)) return DURATION;
      if (WITH_SIZE.test(part)) return SIZE;
    }
  }
  if ((bits & BACKSLASH) !== 0 && (DRIVE.test(part) || part.charCodeAt(0) === 92)) return PATH;
  if ((bits & SLASH) !== 0 && isPath(part, bits)) return PATH;
  if ((bits & AT) !== 0 && EMAIL.test(part)) return "<email>";
  if ((bits & COLON) !== 0) return undefined;
  return maskRuns(part);
}

/** With several folders or a drive. One slash may separate two words. */
const isPath = (part: string, bits: number): boolean =>
  DRIVE.test(part) || ((bits & (DOT | DASH | DIGIT | OTHER)) !== 0 && part.indexOf("/", part.indexOf("/") + 1) > 0);

/** Whether a token varies as a whole: `node-<num>` does, `en<num>` doesn't. */
export function isWild(token: string): boolean {
  for (let open = token.indexOf("<"); open >= 0; open = token.indexOf("<", open + 1)) {
    const close = token.indexOf(">", open);
    if (!isLetter(token.charCodeAt(open - 1)) && !isLetter(token.charCodeAt(close + 1))) return true;
  }
  return false;
}

/** Each type includes those before it. */
const WIDER = [NUMBER, HEX, ID];

/** The placeholder for both types of values. */
export function wider(left: string, right: string): string {
  if (left === right) return left;
  const [one, other] = [WIDER.indexOf(left), WIDER.indexOf(right)];
  return one < 0 || other < 0 ? WILDCARD : (WIDER[Math.max(one, other)] as string);
}
