import { withoutCardNumbers } from "./card-numbers.ts";
import { withoutCommandLinePasswords } from "./command-lines.ts";
import { withoutInvisible } from "./invisible-characters.ts";
import { withoutPasswordsInProse, withoutSecretFields } from "./secret-fields.ts";
import { withoutIssuedKeys } from "./secret-shapes.ts";

/**
 * Removes secrets from untrusted texts before a person or a model reads them.
 *
 * No expression backtracks: each quantifier has a small bound, or its continuation can't fail. So the time is linear in
 * the text. V8's regular expression stack overflows at 5 to 6 million characters; every caller bounds its text at 4 MiB.
 */
export const REDACTED = "[redacted]";

/** Replaces everything that looks like a secret by `[redacted]`. Idempotent. */
export function redact(text: string): string {
  const readable = withoutInvisible(text).replace(WIDE, (run) =>
    /[\p{L}\p{N}=]/u.test(run) ? run.normalize("NFKC") : run,
  );
  // Checked before keys are replaced: a secret key has no prefix of its own and is recognized by its context.
  const besideAwsKey = AWS_KEY_ID.test(readable);
  let clean = readable.replace(PEM, REDACTED).replace(PEM_LEFT_OPEN, REDACTED).replace(PUTTY, `$1${REDACTED}`);
  clean = withoutIssuedKeys(clean, REDACTED);
  clean = clean.replace(RUN, (run) => (isRandom(run, besideAwsKey) ? REDACTED : run));
  clean = withoutCardNumbers(clean, REDACTED);
  clean = withoutCommandLinePasswords(clean, REDACTED);
  clean = withoutUsers(clean);
  clean = clean.replace(AUTH_SCHEME, (whole: string, scheme: string, value: string) =>
    isProse(value) ? whole : scheme + REDACTED,
  );
  clean = clean.replace(USER_FLAG, `$1${REDACTED}`);
  clean = clean.replace(COOKIES, `$1${REDACTED}`).replace(MANY_PART_HEADER, `$1${REDACTED}`);
  clean = withoutPasswordsInProse(clean, REDACTED);
  return withoutSecretFields(clean, REDACTED);
}

/** Full-width forms and letters of mathematics (UAX #15) that would hide a name from the patterns. */
const WIDE = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]+/gu;

/** RFC 7468, its predecessors with headers, and PGP blocks. */
const PEM_BEGIN = "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----";
const PEM = new RegExp(`${PEM_BEGIN}(?:(?!-----)[^]){0,20000}-----END [A-Z0-9 ]{0,40}-----`, "g");
/** A truncated key: all following lines that look like key material. */
const KEY_LINES =
  "(?:(?:[\\s\"',|]|\\\\[rn]){0,32}[A-Za-z0-9+/=]{16,20000}){0,400}(?:(?:[\\s\"',|]|\\\\[rn]){0,32}[A-Za-z0-9+/=]{1,15})?";
const PEM_LEFT_OPEN = new RegExp(PEM_BEGIN + KEY_LINES, "g");
/** PuTTY, "PPK file format". */
const PUTTY = new RegExp(`(Private-Lines: \\d{1,4})(?=(?:\\s|\\\\[rn]){1,8}[A-Za-z0-9+/=]{16})${KEY_LINES}`, "g");

/**
 * RFC 3986: the user information before the `@`. A password may hold an unencoded slash, so after a colon that begins no
 * port, everything up to the last `@` counts. A short plain name alone, as in `ssh://git@`, is no secret.
 */
const USER =
  /(?![a-z][a-z0-9_-]{0,15}@)(?:[^\s/?#"'<>:@]{0,256}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'<>]{0,256}|[^\s/?#"'<>:@]{1,256})@/iy;
const USER_CHARS_MAX = 513;
const SCHEME = /[a-z][a-z0-9+.-]{0,20}:\/\//gi;

/** Examines a scheme only with an `@` nearby: a text can hold a hundred thousand schemes and no address. */
function withoutUsers(text: string): string {
  let clean = "";
  let done = 0;
  let at = 0;
  for (const { index, 0: scheme } of text.matchAll(SCHEME)) {
    const from = index + scheme.length;
    if (at < from) at = text.indexOf("@", from);
    if (at < 0) break;
    if (from < done || at - from > USER_CHARS_MAX) continue;
    USER.lastIndex = from;
    const [user] = USER.exec(text) ?? [];
    if (user === undefined) continue;
    clean += `${text.slice(done, from)}${REDACTED}@`;
    done = from + user.length;
  }
  return clean + text.slice(done);
}

const AWS_KEY_ID = /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/;

/** RFC 9110, section 11: a scheme and its credentials, in a header or quoted from one. */
const AUTH_SCHEME = /(?<![A-Za-z0-9])((?:bearer|basic|negotiate|ssws)[ \t]{1,4})([A-Za-z0-9._~+/=-]{6,})/gi;
/** "Basic authentication" is prose. Credentials hold digits, or capitals inside. */
const isProse = (value: string): boolean => value.length < 40 && /^[A-Za-z]?[a-z-]*[.]?$/.test(value);

/** A user and password argument of curl, as process lists show it; two numbers are a user and a group. */
const USER_FLAG =
  /((?<![\w-])(?:-u[ \t]{1,4}|--(?:proxy-)?user[ \t=]{1,4})["']?[^\s:"'/]{1,64}:)(?!\d{1,10}(?:\s|$))[^\s"']{1,256}/g;

/** Pairs up to the end of the line or the quotation. */
const COOKIES =
  /((?<![A-Za-z0-9])(?:set-)?cookie["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)(?=[^\s;="',]{1,128}=)[^\r\n"']{1,}/gi;
/** Credentials with several parts. */
const MANY_PART_HEADER =
  /(authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:digest|aws4-hmac-sha256|signature|oauth|hawk)[ \t])[^\r\n]{1,}/gi;

const RUN = /[A-Za-z0-9+_-][A-Za-z0-9+/_-]{39,}={0,2}/g;

/** Random base64: a mix of upper case, lower case and digits, unlike a path, a digest or a name. */
function isRandom(run: string, besideAwsKey: boolean): boolean {
  const mixed = /[A-Z]/.test(run) && /[a-z]/.test(run) && /\d/.test(run);
  if (!mixed) return false;
  if (besideAwsKey && run.length === 40) return true;
  const [slashes, digits, capitals] = [/\//g, /\d/g, /[A-Z]/g].map((each) => run.match(each)?.length ?? 0) as [
    number,
    number,
    number,
  ];
  return slashes <= run.length / 16 && digits >= 2 && capitals >= run.length / 8 && !/[a-z]{8}/.test(run);
}
