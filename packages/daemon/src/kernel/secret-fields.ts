/**
 * Values with secret names: fields of any notation, command options, XML elements. The words of a name decide
 * (`dbPassword`, `DB_PASSWORD` and `db-password` are equal), and then the form of the value.
 *
 * No expression backtracks far: each quantifier has a small bound, or its continuation can't fail.
 */

/** Only `api key` is also written as two words. */
const QUALIFIER = "api|access|private|secret|signing|encryption|account|master|auth|storage";
const NAME = `(?<![\\w.-])(?:(?:${QUALIFIER}|session|connection)[ \\t])?[\\w.-]+(?![\\w.-])`;
const SEPARATORS = [
  // {"name": "DB_PASSWORD", "value": "x"}, the same in YAML, and <property name="password" value="x"/>
  "\\\\{0,3}[\"']?\\s{0,4}(?:,\\s{0,40}\\\\{0,3}[\"']?value\\\\{0,3}[\"']?\\s{0,4}:|\\n?\\s{0,40}value(?::|=))\\s{0,4}",
  // name=x, "name": "x", name => x, config["name"] = x, also in URL encoding
  "(?:\\\\{0,3}[\"'\\]]{0,2}|%22)\\s{0,4}(?::=|=>|={1,2}|:|%3[AD])\\s{0,4}",
  "(?<=(?<![\\w.-])--?[\\w.-]{1,60})[ \\t]{1,4}", // --name x
  "(?<=<[\\w:.-]{1,80})(?:\\s[^<>]{0,300})?>", // <name>x, with attributes
];
const FIELD = new RegExp(
  `(${NAME})((?:${SEPARATORS.join("|")})(?:(?:bearer|basic|token|negotiate|apikey)[ \\t]{1,4}|[|>][+-]?\\s{1,40})?)`,
  "gi",
);

/** A list, an object, a quoted text with or without escapes, or the text up to the end of a value. */
const VALUE =
  /\[\s{0,40}["'\d\\][^\]]{0,4096}\]?|\{\s{0,40}["'\w\\][^}]{0,4096}\}?|\\{1,3}["'][^"'\\\r\n]*|"(?:[^"\\\r\n]|\\.)*|'(?:[^'\\\r\n]|\\.)*|(?:[^\s"'`,;&<\\]|'(?=\w)|\\(?!["'nr])|[,;&](?!\s|$|[\w.-]{1,40}[=:]))+/y;
const ELEMENT = /(?:<!\[CDATA\[)?[^<]{1,4096}/y;
const OPENING_QUOTE = /^\\{0,3}["']/;

const QUALIFIED_KEY = `(?:${QUALIFIER}) ?key`;
/** A name with one of these suffixes describes a secret and doesn't hold it. */
const ABOUT =
  "(?:(?<!secret )id|at|age|ttl|min|max|ur[il])(?: |$)|attempt|budget|chang|count|creat|enabled|endpoint|error|expir|fail|field|file|hint|issue|length|limit|manager|minute|name|path|polic|provider|ref|required|reset|rotat|scope|second|size|status|store|strength|type|updat|usage|used|valid|version";
const named = (words: string): RegExp => new RegExp(`(?:${words})\\d*(?= |$)(?!.{0,60} (?:${ABOUT}))`);

/** Kinds of names, with the conditions on their values. */
const KINDS = {
  chosenByPeople: named("pass ?(?:word|wd|phrase|code)s?|secrets?"),
  madeByMachines: named(
    `token|authorization|cookie|credentials?|${QUALIFIED_KEY}|connection ?string|(?:session|sess|csrf|xsrf|jwt) ?(?:id|key)`,
  ),
  /** Ambiguous suffixes and names. */
  short: /(?:(?<!by|com|over|under|tres|sur)pass|pwd?)\d*$/,
  auth: /(?:^| )auth$/,
  signature: /(?:^|(?:amz|goog) )(?:sig|signature)$|(?:^| )dsn$/,
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.entries(KINDS) as readonly [Kind, RegExp][];

/** Checked first, since most names are not secret. */
const HINT = /pass|pw|secret|token|auth|cookie|cred|key|string|sess|csrf|xsrf|jwt|sig|dsn/i;

function kindOf(name: string): Kind | undefined {
  if (!HINT.test(name)) return undefined;
  const words = wordsOf(name);
  return kinds.find(([, pattern]) => pattern.test(words))?.[0];
}

const NAME_CHARS_MAX = 128;

/** `dbPassword` and `DB_PASSWORD` as `db password`. */
const wordsOf = (name: string): string =>
  name
    .slice(-NAME_CHARS_MAX)
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .replace(/[\W_]+/g, " ")
    .toLowerCase();

const END = "(?=[\"'\\s,;&)}\\]]|$)";
const LITERAL = new RegExp(
  `^\\\\{0,3}["']?(?:\\[redacted\\]|(?:null|nil|none|undefined|true|false|empty|missing|unset|<[a-z*]{1,12}>|\\*{1,64})${END})`,
  "i",
);
/** The word after a mention of a password in prose. */
const PROSE =
  /^(?:a|an|and|are|at|authentication|be|by|can|cannot|changed|could|denied|disabled|does|enabled|expected|expired|fail(?:ed|ure)?|for|found|from|has|have|if|in|incorrect|invalid|is|it|mismatch|must|no|not|of|on|or|rejected|required|revoked|should|that|the|to|too|unauthorized|unexpected|unknown|was|when|with|wrong)(?=[\s,.;:]|$)/i;
/** Generated secrets are neither plain words nor punctuation only. */
const PLAIN_WORD = new RegExp(
  `^(?:[A-Za-z][a-z]{0,15}(?:[-_][a-z]{1,15}){0,3}|[A-Z]{1,6}|[^A-Za-z0-9\\s[{"'\\\\]{1,20})[.:)]?${END}`,
);
const PATH = /^(?:~|\.{0,2})\/|^[A-Za-z]:\\/;
const OUTCOME = new RegExp(`^(?:yes|no|ok|\\d{1,5})${END}`, "i");
/** A user and a password in base64. */
const BASE64 = /^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[^\d=]*[\d=])[A-Za-z0-9+/]{12,}/;
/** `db_pass: x` ends its line or part, unlike the name of a test or the first of two passes. */
const WHOLE_FIELD = /^[^\s"'[]{1,256}?[ \t]{0,4}(?:[\n\r,;)}]|$)/;

interface Field {
  readonly name: string;
  /** The end of the text before the name. */
  readonly before: string;
  readonly separator: string;
  /** The beginning of the text after the separator. */
  readonly behind: string;
}
const BEFORE_CHARS = 42;
const BEHIND_CHARS = 300;

/**
 * True where the text after the name is a secret value. Only its beginning is examined, so that a long value is not read
 * again for each name within it.
 */
function isSecret(kind: Kind, { name, before, separator, behind }: Field): boolean {
  const value = behind.replace(OPENING_QUOTE, "");
  const isQuoted = value.length !== behind.length;
  if (!isQuoted && PROSE.test(value)) return false;
  const isSpoken = !isQuoted && /:\s*$/.test(separator);
  switch (kind) {
    case "chosenByPeople":
      return true;
    case "madeByMachines":
      return !(isSpoken && PLAIN_WORD.test(value));
    case "short":
      if (/pwd$/i.test(name) && PATH.test(value)) return false;
      if (separator !== "=" && OUTCOME.test(value)) return false;
      return !isSpoken || (isNameOfField(name, before) && /\s$/.test(separator) && WHOLE_FIELD.test(value));
    case "auth":
      return BASE64.test(value);
    case "signature":
      return separator === "=";
  }
}

const isNameOfField = (name: string, before: string): boolean =>
  name === "pass" ? /(?:^|[\n{,;(])[ \t]{0,40}["']?$/.test(before) : name !== "PASS" && !/^[^-].*-pass$/i.test(name);

/** Replaces each value with a secret name; quotes stay. */
export function withoutSecretFields(text: string, replacement: string): string {
  let clean = "";
  let done = 0;
  FIELD.lastIndex = 0;
  for (let found = FIELD.exec(text); found !== null; found = FIELD.exec(text)) {
    const { index, 0: whole, 1: name = "", 2: separator = "" } = found;
    // A separator may contain fields, such as the attributes of an element.
    FIELD.lastIndex = index + name.length;
    const kind = kindOf(name);
    if (kind === undefined) continue;
    const start = index + whole.length;
    const before = text.slice(Math.max(0, index - BEFORE_CHARS), index);
    const behind = text.slice(start, start + BEHIND_CHARS);
    const [literal] = LITERAL.exec(behind) ?? [];
    if (literal !== undefined) FIELD.lastIndex = start + literal.length;
    if (literal !== undefined || !isSecret(kind, { name, before, separator, behind })) continue;
    const pattern = /(?<!=)>$/.test(separator) ? ELEMENT : VALUE;
    pattern.lastIndex = start;
    const [value = ""] = pattern.exec(text) ?? [];
    const [quote = ""] = OPENING_QUOTE.exec(value) ?? [];
    if (value.trim() === quote) continue;
    clean += text.slice(done, start) + quote + replacement;
    done = start + value.length;
    FIELD.lastIndex = done;
  }
  return clean + text.slice(done);
}

const PASSWORD = "(?<![A-Za-z0-9])(?:pass(?:word|wd|phrase|code)|identified(?:[ \\t]with[ \\t]\\w{1,40})?[ \\t]by)";
/** `IDENTIFIED BY 'x'`, `WITH PASSWORD 'x'`, `the password is "x"`. */
const QUOTED = new RegExp(
  `(?<=${PASSWORD}[ \\t]{1,4}(?:(?:is|was|to)[ \\t]{1,4})?)(?:'[^'\\r\\n]{1,256}'|"[^"\\r\\n]{1,256}")`,
  "gi",
);
/** Without quotes, `the password is x1y`: only values with a digit or a sign, since others may be words. */
const SAID = new RegExp(`(?<=${PASSWORD}[ \\t]{1,4}(?:is|was)[ \\t]{1,4})[^\\s"'[]{4,256}`, "gi");
const isWord = (said: string): boolean =>
  !/[A-Za-z]/.test(said) || !/[\d!@#$%^&*?_+=]/.test(said) || /^(?:base64|sha\d|md5)/i.test(said);

/** Replaces each password in a sentence or an SQL statement. */
export const withoutPasswordsInProse = (text: string, replacement: string): string =>
  text
    .replace(QUOTED, (quoted) => quoted[0] + replacement + quoted[0])
    .replace(SAID, (said) => (isWord(said) ? said : replacement));
