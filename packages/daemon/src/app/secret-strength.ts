/** RFC 7518 §3.2: a key of HS256 has at least the size of its hash, 256 bits. */
const SECRET_BYTES_MIN = 32;

/**
 * Least estimate, in bits. 32 random hexadecimal digits, the weakest random text of 32 bytes that tools make, are
 * estimated at 113 (median of 100,000). Of 200,000 texts of `openssl rand -base64 32` two came below 80. A phrase of
 * 56 letters in words stays below it.
 */
const ENTROPY_BITS_MIN = 80;

/** A shorter repetition also comes by chance: two equal triples stand in every tenth text of 44 random characters. */
const REPEAT_LENGTH_MIN = 4;
/** Shorter runs of letters look like words in random text too. */
const WORD_LENGTH_MIN = 4;
/** Half of a text in words is prose; of random base64 a tenth looks so. */
const PROSE_SHARE = 0.5;
/** Entropy of a letter of English text: 0.6 to 1.3 bits (Shannon, Prediction and Entropy of Printed English, 1951). */
const PROSE_BITS_PER_LETTER = 1;

/** How to make a secret that is taken. */
const GOOD_SECRET = "`openssl rand -base64 32` makes a good one";

/** What is wrong with a secret; undefined where it is long and random enough. Never holds the secret. */
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
 * Bits of entropy, estimated: Shannon's entropy of the characters, after what is predictable was taken out. Repetitions
 * and sequences (`abcd`, `4321`, `aaaa`) count for nothing, and letters of prose for one bit each.
 */
export function estimateEntropy(secret: string): number {
  const text = withoutSequences(withoutRepeats(secret));
  if (proseLetters(secret) / secret.length <= PROSE_SHARE) return shannonBits(text);
  return shannonBits(text.replace(LETTERS, (run) => (isWord(run) ? "" : run))) + proseLetters(text);
}

/** Lower case, also with one capital before it, or capitals alone: `mySecretKEY` is three. */
const LETTERS = /[A-Z]?[a-z]+|[A-Z]+/g;

/** Words have vowels, and hardly ever four consonants in a row, which random letters mostly do. */
const isWord = (run: string): boolean =>
  run.length >= WORD_LENGTH_MIN && /[aeiouy]/i.test(run) && !/[^aeiouy]{4}/i.test(run);

const proseLetters = (text: string): number =>
  (text.match(LETTERS) ?? []).filter(isWord).join("").length * PROSE_BITS_PER_LETTER;

/** Leaves the first of what comes again: a parse in the manner of Lempel and Ziv (1977). */
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

/** Leaves two characters of each run with a constant step of -1, 0 or 1. */
function withoutSequences(text: string): string {
  const step = (at: number): number => text.charCodeAt(at) - text.charCodeAt(at - 1);
  return Array.from({ length: text.length }, (_, at) => at)
    .filter((at) => at < 2 || step(at) !== step(at - 1) || Math.abs(step(at)) > 1)
    .map((at) => text[at])
    .join("");
}

function shannonBits(text: string): number {
  const counts = new Map<string, number>();
  for (const each of text) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits + count * Math.log2(text.length / count), 0);
}
