import { withoutCardNumbers } from "./card-numbers.ts";
import { withoutCommandLinePasswords, withoutPassFields } from "./command-lines.ts";
import { withoutIssuedKeys } from "./secret-shapes.ts";

/**
 * Texts from outside without the secrets in them, before anybody reads them or a model is sent them.
 *
 * No expression here walks back: a quantifier either has a small bound, or what follows it can't fail. So the time grows
 * with the text alone.
 */
export const REDACTED = "[redacted]";

/** The text with `[redacted]` in place of whatever looks like a secret. Doing it twice changes nothing. */
export function redact(text: string): string {
  // Asked before the keys are gone: a secret key has no mark of its own and is known by the company it keeps.
  const besideAwsKey = AWS_KEY_ID.test(text);
  let clean = text.replace(PEM, REDACTED).replace(PEM_LEFT_OPEN, REDACTED);
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
  clean = clean.replace(NAMED, (_whole, named: string, ...values: (string | undefined)[]) => named + masked(values));
  return withoutPassFields(clean, REDACTED);
}

/** RFC 7468 and the formats before it, of which some hold headers; PGP's blocks too. */
const PEM_BEGIN = "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----";
const PEM = new RegExp(`${PEM_BEGIN}(?:(?!-----)[^]){0,20000}-----END [A-Z0-9 ]{0,40}-----`, "g");
/** Cut off, or its end too far away: as many lines as look like those of a key. */
const PEM_LEFT_OPEN = new RegExp(
  `${PEM_BEGIN}(?:(?:[\\s"',|]|\\\\[rn]){0,32}[A-Za-z0-9+/=]{16,20000}){0,400}(?:(?:[\\s"',|]|\\\\[rn]){0,32}[A-Za-z0-9+/=]{1,15})?`,
  "g",
);

/**
 * RFC 3986: what stands before the `@`. A password may hold a slash as people write it, so behind a colon that begins
 * no port anything counts up to the last `@`. A short plain name alone, as in `ssh://git@`, tells nothing.
 */
const USER =
  /(?![a-z][a-z0-9_-]{0,15}@)(?:[^\s/?#"'<>:@]{0,256}:(?!\d{1,5}(?:[/?#\s]|$))[^\s"'<>]{0,256}|[^\s/?#"'<>:@]{1,256})@/iy;
const USER_CHARS_MAX = 513;
const SCHEME = /[a-z][a-z0-9+.-]{0,20}:\/\//gi;

/** Looks behind a scheme only where an `@` is near: a text can hold a hundred thousand schemes and no address. */
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
/** "Basic authentication" and "bearer token" are words. Credentials hold digits, or capitals in their midst. */
const isProse = (value: string): boolean => value.length < 40 && /^[A-Za-z]?[a-z-]*[.]?$/.test(value);

/** As curl is given a name and a password, seen in listings of processes; numbers are a user and a group. */
const USER_FLAG =
  /((?<![\w-])(?:-u[ \t]{1,4}|--(?:proxy-)?user[ \t=]{1,4})["']?[^\s:"'/]{1,64}:)(?!\d{1,10}(?:\s|$))[^\s"']{1,256}/g;

/** Pairs up to the end of the line or of the quotation. */
const COOKIES =
  /((?<![A-Za-z0-9])(?:set-)?cookie["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)(?=[^\s;="',]{1,128}=)[^\r\n"']{1,}/gi;
/** Credentials of several parts, which a single value wouldn't hold. */
const MANY_PART_HEADER =
  /(authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:digest|aws4-hmac-sha256|signature|oauth|hawk)[ \t])[^\r\n]{1,}/gi;

const SECRET_NAME = [
  "pass(?:word|wd|phrase|code)",
  "pwd",
  "(?<![a-z])pass(?==)",
  "secret",
  "token(?!s|i[sz])",
  "authorization",
  "cookie",
  "credentials?",
  "(?:api|access|private|secret|signing|encryption|account|master|auth|storage)[ ._-]?key",
  "connection[ ._-]?string",
  "(?:session|csrf|xsrf|jwt)[ ._-]?(?:id|key)",
  "(?<![a-z])(?:x-amz-signature|x-goog-signature|sig|dsn)(?==)",
].join("|");
/** `secretName` and `token_count` say something about a secret and don't hold it. */
const ABOUT =
  "(?![\\w.-]{0,30}(?:count|type|name|ref|expir|ttl|second|minute|length|size|limit|polic|reset|file|path|used|usage|budget|version|rotat|store|manager|enabled|required))";
const LITERAL = "(?:null|nil|none|undefined|true|false|empty|missing|unset|<[a-z*]{1,12}>|\\*{1,64})";
/** What a message goes on with where it speaks about a password. */
const PROSE =
  "(?:a|an|and|at|authentication|be|by|can|cannot|could|denied|does|expected|expired|fail(?:ed|ure)?|for|found|from|has|have|if|in|incorrect|invalid|is|it|mismatch|must|no|not|of|on|or|required|revoked|should|that|the|to|too|unauthorized|unexpected|unknown|was|when|with|wrong)";
const KEPT = `(?!(?:${LITERAL}(?:["'\\s,;&)}\\]]|$)|${PROSE}(?:[\\s,.;:]|$)))`;

/** `name=value`, `"name": "value"`, `name => value`, `--name value`, `<name>value`, a list or an object of values, a YAML block, and a name whose value stands in a field beside it. */
const NAMED = new RegExp(
  `((?:${SECRET_NAME})${ABOUT}[\\w.-]{0,40}` +
    `(?:\\\\{0,3}["'\\]]?\\s{0,4}(?:,\\s{0,40}\\\\{0,3}["']?value\\\\{0,3}["']?\\s{0,4}:|\\n?\\s{0,40}value:|:=|=>|={1,2}|:|%3[AD])\\s{0,4}` +
    `|(?<=--[\\w-]{1,60})[ \\t]{1,4}|>)` +
    "(?:(?:bearer|basic|token|negotiate|apikey)[ \\t]{1,4}|[|>][+-]?\\s{1,40})?)" +
    `${KEPT}` +
    `(?:\\[\\s{0,40}["'\\d\\\\][^\\]]{0,4096}\\]?|\\{\\s{0,40}["'\\w\\\\][^}]{0,4096}\\}?|(\\\\{1,3}["'])[^"'\\\\\\r\\n]*|"((?:[^"\\\\\\r\\n]|\\\\.)*)|'((?:[^'\\\\\\r\\n]|\\\\.)*)` +
    `|((?:[^\\s"'\`,;&<\\\\]|'(?=\\w)|\\\\(?!["'nr])|[,;&](?!\\s|$|[\\w.-]{1,40}[=:]))+))`,
  "gi",
);

/** The value masked, in the quotes that it stood in; their end is still in the text. */
function masked([escapedQuote, inDouble, inSingle]: readonly (string | undefined)[]): string {
  if (escapedQuote !== undefined) return escapedQuote + REDACTED;
  if (inDouble !== undefined) return inDouble === "" ? '"' : `"${REDACTED}`;
  if (inSingle !== undefined) return inSingle === "" ? "'" : `'${REDACTED}`;
  return REDACTED;
}

const RUN = /[A-Za-z0-9+_-][A-Za-z0-9+/_-]{39,}={0,2}/g;

/** As a key in base64 is, unlike a path, a digest or a name: of capitals, small letters and digits in no order. */
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
