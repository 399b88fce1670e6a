import { wordsIn } from "../../kernel/search-terms.ts";
import { nameWords } from "../../model/golden-signal.ts";
import type { Change, Commit } from "../gather/incident-picture.ts";
import { changedLines, type Risk, riskOf } from "./diff.ts";
import type { ServiceTrouble } from "./service-trouble.ts";

/** 1 for a word that stands in one place alone, less for one of many. */
export type Rarity = (word: string) => number;

const WORDS_LOOKED_AT = 6;
const WORD_LENGTH_MIN = 3;

const stem = (word: string): string => word.replace(/(?:ies|es|s|ing|ed)$/, "");

/** `maxConns` is two words. */
const HUMPS = /([a-z])([A-Z])/g;
/** What stands in a template for what varies is no word of it. */
const PLACEHOLDER = /<[a-z*]+>/g;

/** What of a text may tell of something, by the stem. */
export function telling(text: string): Set<string> {
  const words = [...wordsIn(text.replace(HUMPS, "$1 $2")), ...wordsIn(text)].filter(
    (word) => word.length >= WORD_LENGTH_MIN,
  );
  return new Set(words.filter((word) => !/^\d+$/.test(word)).map(stem));
}

/** The words of what deviates most. */
export function troubledWords(troubles: readonly ServiceTrouble[]): Set<string> {
  const words = new Set<string>();
  for (const { symptoms } of troubles) {
    for (const { deviation } of symptoms.slice(0, WORDS_LOOKED_AT)) {
      for (const word of nameWords(deviation.signal.name.replace(PLACEHOLDER, " "))) words.add(stem(word));
    }
  }
  return words;
}

/** How much of what is peculiar is among the words of the trouble, 0 to 1; the service's own name is not peculiar. */
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

/** What a commit says by its words and its diff. */
interface Reading {
  readonly words: ReadonlySet<string>;
  readonly risk: Risk;
}

/** By the commits' hashes; one may have gone out with several deployments. */
export type Readings = ReadonlyMap<string, Reading>;

/** The commit of a deployment that is likeliest at fault if the deployment is. */
export interface BlamedCommit {
  /** Null where it isn't known which. */
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
/** Another commit than the one that a deployment is called after has to speak so much louder. */
const LOUDER = 0.4;

/** Fewer characters of a hash name many commits. */
const HASH_CHARS_MIN = 7;

/** Whether both are one commit's: either may be shortened. */
export function isSameHash(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || (short.length >= HASH_CHARS_MIN && long.toLowerCase().startsWith(short.toLowerCase()));
}

/** Of all that a deployment brought, those count that touch what is deployed. */
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

/** The same files, or those of a folder that is called after the service. */
function touches({ files }: Commit, head: Commit, service: string): boolean {
  const same = new Set(head.files);
  return files.some((file) => same.has(file) || file.split("/").slice(0, -1).includes(service));
}
