import type { EntityManager } from "typeorm";
import type { Scoring } from "../../incident/similar-incidents.ts";
import type { Corpus, Frequency, Points } from "../../incident/similarity.ts";
import { BLOCK_NUMBERS, blockOf, cardinality } from "../incident-index/bitmap.ts";
import { primaryServiceTerm, serviceTerm, UNMERGED, wordTerm } from "../incident-index/incident-terms.ts";
import { clearBefore, type NumberRange, readNumbersSince } from "../incident-index/numbers-since.ts";
import { type PostingBlock, readPostings } from "../incident-index/posting-lists.ts";
import { groupByBlock, topMatches } from "../incident-index/top-matches.ts";
import type { IncidentRow } from "./incident-tables.ts";

/** The newest incidents of the window that are looked at: 1,048,576. */
const BLOCKS_MAX = 256;
/** The newest blocks, in which every term is read. */
const RECENT_BLOCKS = 8;
/** Postings read from the blocks before them: of as many terms as fit, the rarest first. */
const OLDER_POSTINGS_MAX = 2048;
/** A word that more of the recent incidents hold isn't looked for in older ones: it tells too little. */
const LOOKED_FOR_SHARE_MAX = 1 / 16;
/** Affected services that are looked for beside the primary one. */
const OTHER_SERVICES_MAX = 2;
/** Incidents worth comparing: of all blocks, and besides of the recent ones. */
const LIKELY_MAX = 70;
const RECENT_LIKELY_MAX = 30;

export interface LikelyCandidates {
  readonly numbers: readonly number[];
  /** The incidents looked at. */
  readonly corpus: Corpus;
}

/**
 * Finds incidents since a time that are worth comparing with the given one, and the frequency of each word. It reads
 * the postings of words and services only: at most OLDER_POSTINGS_MAX postings and RECENT_BLOCKS for each term, about
 * 2,300 in all. The frequency of a word that isn't read in older blocks is estimated from the recent ones.
 */
export async function findLikely(
  reader: EntityManager,
  given: IncidentRow,
  since: number,
  scoring: Scoring,
): Promise<LikelyCandidates> {
  const span = await spanSince(reader, given.organizationId, since);
  if (!span) return { numbers: [], corpus: NO_INCIDENTS };
  const always = [UNMERGED, ...marksOfServices(given)];
  const words = scoring.words(given).map(wordTerm);
  const recent = await readSpan(reader, span, [...always, ...words], span.recentBlocks);
  const counted = countWords(recent, new Set(words));
  if (span.olderBlocks.length === 0) {
    const corpus = corpusOf(span, counted, counted, new Set(words));
    return {
      numbers: topMatches(
        groupByBlock(recent),
        pointsOfMarks(given, scoring.points(given, corpus)),
        given.number,
        LIKELY_MAX,
      ),
      corpus,
    };
  }
  const lookedFor = [...always, ...rareWords(span, words, counted)].slice(0, marksReadInOlder(span));
  const older = await readSpan(reader, span, lookedFor, span.olderBlocks);
  const corpus = corpusOf(span, counted, countWords(older, new Set(words), counted), new Set(lookedFor));
  const points = pointsOfMarks(given, scoring.points(given, corpus));
  const pointsLookedFor = new Map([...points].filter(([term]) => lookedFor.includes(term)));
  const numbers = [
    ...topMatches(groupByBlock([...recent, ...older]), pointsLookedFor, given.number, LIKELY_MAX),
    // Words that are each too frequent may tell something together.
    ...topMatches(groupByBlock(recent), points, given.number, RECENT_LIKELY_MAX),
  ];
  return { numbers: [...new Set(numbers)], corpus };
}

const NO_INCIDENTS: Corpus = { incidents: 0, frequencyOf: () => ({ incidents: 0, exact: true }) };

/** The numbers looked at; their blocks are given newest first. */
interface Span extends NumberRange {
  readonly organizationId: string;
  readonly recentBlocks: readonly number[];
  readonly olderBlocks: readonly number[];
}

/** Undefined where no incident is as new. */
async function spanSince(reader: EntityManager, organizationId: string, since: number): Promise<Span | undefined> {
  const range = await readNumbersSince(reader, organizationId, since);
  if (!range) return undefined;
  const { first, last } = range;
  const lastBlock = blockOf(last);
  const firstBlock = Math.max(blockOf(first), lastBlock - BLOCKS_MAX + 1);
  const blocks = Array.from({ length: lastBlock - firstBlock + 1 }, (_, index) => lastBlock - index);
  return {
    organizationId,
    first: Math.max(first, firstBlock * BLOCK_NUMBERS),
    last,
    recentBlocks: blocks.slice(0, RECENT_BLOCKS),
    olderBlocks: blocks.slice(RECENT_BLOCKS),
  };
}

/** An incident with the same primary service is affected there, so one term serves both. */
const marksOfServices = (given: IncidentRow): string[] => [
  ...(given.primaryService === null ? [] : [primaryServiceTerm(given.primaryService)]),
  ...otherServices(given).map(serviceTerm),
];

const otherServices = ({ primaryService, affectedServices }: IncidentRow): string[] =>
  affectedServices.filter((service) => service !== primaryService).slice(0, OTHER_SERVICES_MAX);

/** The postings of these blocks, without the numbers before the first. */
async function readSpan(
  reader: EntityManager,
  { organizationId, first }: Span,
  terms: readonly string[],
  blocks: readonly number[],
): Promise<PostingBlock[]> {
  const postings = await readPostings(reader, organizationId, terms, blocks);
  clearBefore(first, postings);
  return postings;
}

/** Those that tell enough to be looked for in older blocks, the rarest first. */
function rareWords(span: Span, words: readonly string[], counted: Counts): string[] {
  const countOf = (term: string): number => counted.get(term) ?? 0;
  const most = LOOKED_FOR_SHARE_MAX * recentIncidents(span);
  return words.filter((word) => countOf(word) <= most).sort((one, other) => countOf(one) - countOf(other));
}

const marksReadInOlder = ({ olderBlocks }: Span): number => Math.floor(OLDER_POSTINGS_MAX / olderBlocks.length);

const recentIncidents = ({ first, last, recentBlocks }: Span): number =>
  last - Math.max(first, (recentBlocks.at(-1) as number) * BLOCK_NUMBERS) + 1;

/** How many carry each term of a word. */
type Counts = ReadonlyMap<string, number>;

function countWords(postings: readonly PostingBlock[], words: ReadonlySet<string>, before: Counts = new Map()): Counts {
  const counts = new Map(before);
  for (const { term, bits } of postings) {
    if (words.has(term)) counts.set(term, (counts.get(term) ?? 0) + cardinality(bits));
  }
  return counts;
}

/** Words that weren't read everywhere are taken to be as frequent as in the recent blocks. */
function corpusOf(span: Span, inRecent: Counts, inAll: Counts, readEverywhere: ReadonlySet<string>): Corpus {
  const incidents = span.last - span.first + 1;
  const frequencyOf = (word: string): Frequency => {
    const term = wordTerm(word);
    if (readEverywhere.has(term)) return { incidents: inAll.get(term) ?? 0, exact: true };
    const share = (inRecent.get(term) ?? 0) / recentIncidents(span);
    return { incidents: Math.round(share * incidents), exact: false };
  };
  return { incidents, frequencyOf };
}

function pointsOfMarks(
  given: IncidentRow,
  { words, primaryService, eachService }: Points,
): ReadonlyMap<string, number> {
  return new Map([
    ...[...words].map(([word, points]) => [wordTerm(word), points] as const),
    ...otherServices(given).map((service) => [serviceTerm(service), eachService] as const),
    ...(given.primaryService === null
      ? []
      : [[primaryServiceTerm(given.primaryService), primaryService + eachService] as const]),
  ]);
}
