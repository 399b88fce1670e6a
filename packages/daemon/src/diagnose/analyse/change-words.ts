import { wordsIn } from "../../kernel/search-terms.ts";
import { nameWords } from "../../model/golden-signal.ts";
import type { Change, Commit } from "../gather/incident-picture.ts";
import { changedLines, type Risk, riskOf } from "./diff.ts";
import type { ServiceTrouble } from "./service-trouble.ts";

/** 1 for a word in one place only, less for a common one. */
export type Rarity = (word: string) => number;

const WORDS_LOOKED_AT = 6;
const WORD_LENGTH_MIN = 3;

const stem = (word: string): string => word.replace(/(?:ies|es|s|ing|ed)$/, "");

/** Splits `maxConns` into two words. */
const HUMPS = /([a-z])([A-Z])/g;
/** Placeholders of a template are no words. */
const PLACEHOLDER = /<[a-z*]+>/g;

/** The stems of the informative words. */
export function telling(text: string): Set<string> {
  const words = [...wordsIn(text.replace(HUMPS, "$1 $2")), ...wordsIn(text)].filter(
    (word) => word.length >= WORD_LENGTH_MIN,
  );
  return new Set(words.filter((word) => !/^\d+$/.test(word)).map(stem));
}

/** The words of the heaviest symptoms. */
export function troubledWords(troubles: readonly ServiceTrouble[]): Set<string> {
  const words = new Set<string>();
  for (const { symptoms } of troubles) {
    for (const { deviation } of symptoms.slice(0, WORDS_LOOKED_AT)) {
      for (const word of nameWords(deviation.signal.name.replace(PLACEHOLDER, " "))) words.add(stem(word));
    }
  }
  return words;
}

/** Rarity-weighted words shared with the trouble, 0 to 1, without the service's own name. */
export function sharedWords(
  words: ReadonlySet<string>,
  service: string,
  troubled: ReadonlySet<string>,
  rarity: Rarity,
): number {
  const own = telling(service);
  let shared = 0;
  for (const word of words) if (troubled.has(word) && !own.has(word)) shared += rarity(word);
  return shared / (1 + shared);
}

export function rarityAmong(all: Iterable<ReadonlySet<string>>): Rarity {
  const holders = new Map<string, number>();
  for (const words of all) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  return (word) => 1 / (holders.get(word) ?? 1);
}

/** The words and the risk of a commit. */
interface Reading {
  readonly words: ReadonlySet<string>;
  readonly risk: Risk;
}

/** By commit hash; a commit may belong to several deployments. */
export type Readings = ReadonlyMap<string, Reading>;

/** The most suspicious commit of a deployment. */
export interface BlamedCommit {
  /** Null if unknown. */
  readonly sha: string | null;
  readonly risk: Risk;
}

export function readingsOf(changes: readonly Change[]): Readings {
  const readings = new Map<string, Reading>();
  for (const commit of changes.flatMap(({ commits }) => commits)) {
    if (!readings.has(commit.sha)) readings.set(commit.sha, { words: wordsOf(commit), risk: riskOf(commit) });
  }
  return readings;
}

function wordsOf({ message, files, diff }: Commit): Set<string> {
  const { added, removed } = changedLines(diff);
  return telling([message, ...files, ...added, ...removed].join(" "));
}

const worth: Readonly<Record<Risk, number>> = { risky: 1, open: 0.5, harmless: 0 };
/** Advantage of the commit that the deployment is named after. */
const LOUDER = 0.4;

/** Shorter prefixes are ambiguous. */
const HASH_CHARS_MIN = 7;

/** Either hash may be abbreviated. */
export function isSameHash(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || (short.length >= HASH_CHARS_MIN && long.toLowerCase().startsWith(short.toLowerCase()));
}

/** Only commits that touch the deployed service count. */
export function blamedCommit(
  { commits, gitHash, service }: Change,
  readings: Readings,
  troubled: ReadonlySet<string>,
  rarity: Rarity,
): BlamedCommit {
  const called = commits.find(({ sha }) => gitHash !== null && isSameHash(sha, gitHash));
  const head = called ?? commits.at(-1);
  if (!head) return { sha: gitHash, risk: "open" };
  const loudness = ({ sha }: Commit) => {
    const { words, risk } = readings.get(sha) as Reading;
    return worth[risk] + sharedWords(words, service, troubled, rarity);
  };
  let [blamed, loudest] = [head, loudness(head) + LOUDER];
  for (const commit of commits) {
    if (commit === head || !touches(commit, head, service)) continue;
    const loud = loudness(commit);
    if (loud > loudest) [blamed, loudest] = [commit, loud];
  }
  return { sha: blamed === called ? gitHash : blamed.sha, risk: (readings.get(blamed.sha) as Reading).risk };
}

/** A common file, or a folder named after the service. */
function touches({ files }: Commit, head: Commit, service: string): boolean {
  const same = new Set(head.files);
  return files.some((file) => same.has(file) || file.split("/").slice(0, -1).includes(service));
}
