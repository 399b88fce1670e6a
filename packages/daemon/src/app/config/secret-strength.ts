import { createHash } from "node:crypto";

/** RFC 7518 §3.2: a key of HS256 has at least the size of its hash, 256 bits. */
const SECRET_BYTES_MIN = 32;

/**
 * The minimum estimate, in bits. The weakest text of 32 bytes that tools generate has 32 random hexadecimal digits. It
 * is estimated at 112 (median of 10,000; four below 80). None of 10,000 texts of `openssl rand -base64 32` was below
 * 80. A phrase of 56 letters is below it.
 */
const ENTROPY_BITS_MIN = 80;

/** Words whose digests are used as secrets, since a digest looks random. */
const COMMON_WORDS =
  "password password1 password123 passw0rd p@ssw0rd Password pass 1234 12345 123456 1234567 12345678 123456789 1234567890 qwerty abc123 111111 letmein welcome admin administrator root user guest test testing test123 demo example dev development staging production prod secret secretkey secret-key mysecret supersecret token key changeme change-me default hello helloworld foo bar foobar a b x 0 1 tocsin incident";
const DIGESTS = ["md5", "sha1", "sha256", "sha384", "sha512"];

/** Rows of keyboards, and the columns of one. */
const KEYBOARDS = [
  "1234567890qwertyuiopasdfghjklzxcvbnm",
  "1234567890qwertzuiopasdfghjklyxcvbnm",
  "1234567890azertyuiopqsdfghjklmwxcvbn",
  "!@#$%^&*()",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
];

/** Shorter repetitions occur by chance: every tenth random text of 44 characters repeats a triple. */
const REPEAT_LENGTH_MIN = 4;
/** Shorter runs of letters look like words even in random text. */
const WORD_LENGTH_MIN = 4;
/** A text is prose where half of it is words; a tenth of random base64 looks like words. */
const PROSE_SHARE = 0.5;
/** Entropy of printed English: 0.6 to 1.3 bits a letter (Shannon, 1951). */
const PROSE_BITS_PER_LETTER = 1;

const GOOD_SECRET = "`openssl rand -base64 32` makes a good one";

/** The problem of a secret, if it is too short or guessable. The text never holds the secret. */
export function secretProblem(secret: string): string | undefined {
  const length = Buffer.byteLength(secret);
  if (length < SECRET_BYTES_MIN) {
    return `is ${length} bytes long and must have at least ${SECRET_BYTES_MIN}; ${GOOD_SECRET}`;
  }
  const bits = Math.floor(estimateEntropy(secret));
  if (bits >= ENTROPY_BITS_MIN) return undefined;
  return `can be guessed: its entropy is estimated at ${bits} bits and must be at least ${ENTROPY_BITS_MIN}; ${GOOD_SECRET}`;
}

/**
 * Estimates the entropy in bits: Shannon's entropy of the characters without repetitions and sequences (`abcd`, `0011`,
 * `qwertz`), with one bit for each letter of prose. Hexadecimal and base64 are also judged after decoding.
 */
export function estimateEntropy(secret: string): number {
  return Math.min(estimateText(secret), ...decodings(secret).map(estimateBytes));
}

function estimateText(secret: string): number {
  const text = withoutSequences(withoutRepeats(secret));
  if (proseLetters(secret) / secret.length <= PROSE_SHARE) return shannonBits(text);
  return shannonBits(text.replace(LETTERS, (run) => (isWord(run) ? "" : run))) + proseLetters(text);
}

const decodings = (text: string): readonly Buffer[] => [
  ...(/^(?:[\da-f]{2})+$/i.test(text) ? [Buffer.from(text, "hex")] : []),
  ...(/^[\w+/-]+={0,2}$/.test(text) ? [Buffer.from(text, "base64")] : []),
];

/** Decoded bytes may be text, a sequence, the digest of a common word, or random. */
function estimateBytes(bytes: Buffer): number {
  const text = bytes.toString("latin1");
  if (/^[\t\r\n\x20-\x7e]*$/.test(text)) return estimateEntropy(text);
  if (isCommonDigest(bytes)) return Math.log2(commonDigests().length);
  const left = withoutSequences(withoutRepeats(text));
  return left.length < text.length / 2 ? shannonBits(left) : Number.POSITIVE_INFINITY;
}

const commonDigests = (): readonly Buffer[] =>
  COMMON_WORDS.split(" ").flatMap((word) =>
    [word, `${word}\n`].flatMap((text) => DIGESTS.map((digest) => createHash(digest).update(text).digest())),
  );

/** True also for a prefix of a digest. */
const isCommonDigest = (bytes: Buffer): boolean =>
  commonDigests().some((digest) => digest.subarray(0, bytes.length).equals(bytes));

/** Words in camel case: `mySecretKEY` is three. */
const LETTERS = /[A-Z]?[a-z]+|[A-Z]+/g;

/** Words have vowels and rarely four consonants in a row, unlike random letters. */
const isWord = (run: string): boolean =>
  run.length >= WORD_LENGTH_MIN && /[aeiouy]/i.test(run) && !/[^aeiouy]{4}/i.test(run);

const proseLetters = (text: string): number =>
  (text.match(LETTERS) ?? []).filter(isWord).join("").length * PROSE_BITS_PER_LETTER;

/** Keeps the first of each repetition, by a parse as in Lempel and Ziv (1977). */
function withoutRepeats(text: string): string {
  let kept = "";
  for (let at = 0; at < text.length; ) {
    let length = 0;
    while (at + length < text.length && text.indexOf(text.slice(at, at + length + 1)) < at) length += 1;
    if (length < REPEAT_LENGTH_MIN) kept += text[at];
    at += length < REPEAT_LENGTH_MIN ? 1 : length;
  }
  return kept;
}

/** Positions of the characters in the alphabet and on keyboards. */
function places(text: string): readonly (readonly (number | undefined)[])[] {
  const characters = text.toLowerCase().split("");
  return [
    characters.map((character) => character.charCodeAt(0)),
    ...KEYBOARDS.map((keys) =>
      characters.map((character) => (keys.includes(character) ? keys.indexOf(character) : undefined)),
    ),
  ];
}

/**
 * Keeps only the beginning of each run in the alphabet or on a keyboard. A run has a constant step of at most 2, as
 * `abcd` and `qwer` have, also interleaved: `aAbB`.
 */
function withoutSequences(text: string): string {
  const orders = places(text);
  const isPredictable = (at: number): boolean =>
    orders.some((order) =>
      [1, 2].some((stride) => {
        const [last, middle, first] = [order[at], order[at - stride], order[at - 2 * stride]];
        if (last === undefined || middle === undefined || first === undefined) return false;
        return last - middle === middle - first && Math.abs(last - middle) <= 2;
      }),
    );
  return text
    .split("")
    .filter((_, at) => !isPredictable(at))
    .join("");
}

function shannonBits(text: string): number {
  const counts = new Map<string, number>();
  for (const each of text) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits + count * Math.log2(text.length / count), 0);
}
