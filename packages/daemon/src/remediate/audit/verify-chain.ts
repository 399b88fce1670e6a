import {
  type AuditKey,
  type ChainPlace,
  GENESIS_HASH,
  headSealOf,
  keyedHashOf,
  plainHashOf,
  type Sealed,
  sha256,
} from "./audit-chain.ts";

/** The end of a log as it is kept, and where it begins: entries up to the checkpoint were deleted. */
export interface ChainHead extends ChainPlace {
  /** `headSealOf`; null in a log from before the chain had a key. */
  readonly seal: string | null;
  readonly checkpoint: ChainPlace;
}

/** An entry as it is stored, with what the database knew of its action's row at the same moment. */
export interface StoredLink extends Sealed {
  /** Canonical JSON; null where retention took it away. */
  readonly content: string | null;
  readonly hash: string;
  /** Null where there is no such row. */
  readonly row: {
    /** The row as it is, for the newest entry about its action; null for every other entry. */
    readonly asNewest: {
      /** Its newest entry as the row says. */
      readonly auditSeq: number;
      /** Null where the row can't be read. */
      readonly digest: string | null;
    } | null;
  } | null;
}

/** Links in a row, with the log's head at the moment at which they were read. */
export interface ChainPage {
  /** Undefined where there is none. */
  readonly head: ChainHead | undefined;
  readonly links: readonly StoredLink[];
  /** Whether there was nothing behind them at that moment. */
  readonly isLast: boolean;
}

/** `id` is of the entry that doesn't fit, or of the action whose row doesn't; `head` and `checkpoint` stand for themselves. */
export interface Break {
  readonly id: string;
  readonly reason: string;
}

/** Which log is checked, and against what. */
export interface ChainCheck {
  readonly organizationId: string;
  readonly key: AuditKey;
  /** A hash that the log had once, as it was kept elsewhere; at its place, where that was kept too. */
  readonly expected?: { readonly hash: string; readonly seq?: number | undefined } | undefined;
}

/** What is known after some pages. */
export interface ChainState {
  readonly at: ChainPlace;
  readonly checked: number;
  /** Actions whose content is gone and that no deletion on record explains yet, with an entry of each. */
  readonly unexplained: ReadonlyMap<string, string>;
  /** Where the log says that it begins. */
  readonly toldCheckpoint: ChainPlace;
  /** Whether an entry with a key was come by: from there on each has one. */
  readonly isKeyed: boolean;
  /** The first entry without a key. */
  readonly firstPlain: string | undefined;
  /** Whether the hash that was asked for was come by. */
  readonly expectedSeen: boolean;
  readonly broken: Break | undefined;
}

const GENESIS: ChainPlace = { seq: 0, hash: GENESIS_HASH };

export const CHAIN_START: ChainState = {
  at: GENESIS,
  checked: 0,
  unexplained: new Map(),
  toldCheckpoint: GENESIS,
  isKeyed: false,
  firstPlain: undefined,
  expectedSeen: false,
  broken: undefined,
};

/** What retention puts on record of itself. */
export interface RetentionContent {
  readonly cutoff: number;
  readonly deleted: number;
  /** Ids of the actions that were deleted. */
  readonly actions: readonly string[];
  /** Where the log begins from then on. */
  readonly checkpoint: ChainPlace;
}

/**
 * Goes on with the next page: the links behind `state.at`, in the order of their places. Nothing is looked at behind a
 * break. Retention and others may write between two pages, not within one.
 */
export function checkPage(state: ChainState, { head, links, isLast }: ChainPage, check: ChainCheck): ChainState {
  if (state.broken) return state;
  let { checked, toldCheckpoint, expectedSeen, isKeyed, firstPlain } = state;
  // What retention cut off since the last page isn't missed, nor what stood there; that it did is on record further on.
  const jump = head !== undefined && head.checkpoint.seq > state.at.seq;
  const unexplained = jump ? new Map<string, string>() : new Map(state.unexplained);
  let at = jump ? head.checkpoint : state.at;
  expectedSeen ||= isExpected(at, check);
  const sofar = (broken: Break | undefined): ChainState => ({
    ...{ at, checked, unexplained, toldCheckpoint, isKeyed, firstPlain, expectedSeen, broken },
  });
  for (const link of links) {
    const form = formOf(link, check.key);
    const reason = misfit(link, at) ?? wrongForm(form, link, { isKeyed, firstPlain });
    if (reason !== undefined) return sofar({ id: link.id, reason });
    if (form === "keyed") isKeyed = true;
    else firstPlain ??= link.id;
    at = { seq: link.seq, hash: link.hash };
    checked++;
    expectedSeen ||= isExpected(at, check);
    if (link.content === null) unexplained.set(link.actionId as string, link.id);
    const retention = retentionOf(link);
    for (const action of retention?.actions ?? []) unexplained.delete(action);
    toldCheckpoint = retention?.checkpoint ?? toldCheckpoint;
  }
  const next = sofar(undefined);
  return isLast ? { ...next, broken: wrongEnd(next, head, check) } : next;
}

const isExpected = ({ seq, hash }: ChainPlace, { expected }: ChainCheck): boolean =>
  expected !== undefined && hash === expected.hash && (expected.seq === undefined || seq === expected.seq);

const formOf = (link: StoredLink, key: AuditKey): "keyed" | "plain" | undefined => {
  if (link.hash === keyedHashOf(key, link)) return "keyed";
  return link.hash === plainHashOf(link) ? "plain" : undefined;
};

/** A log may begin without a key, where it is older; then it says once, under the key, that it has one from there on. */
function wrongForm(
  form: "keyed" | "plain" | undefined,
  { event }: StoredLink,
  { isKeyed, firstPlain }: Pick<ChainState, "isKeyed" | "firstPlain">,
): string | undefined {
  if (form === undefined)
    return "Its hash doesn't fit the key: it was changed, or written with another TOCSIN_SECRET_KEY.";
  if (form === "plain" && isKeyed) return "Its hash has no key, though those before it have one.";
  if (form === "keyed" && !isKeyed && firstPlain !== undefined && event !== "chain_keyed") {
    return "The entries before it have no key, and no entry says that they may.";
  }
  return undefined;
}

/** What is wrong with a link that comes behind `before`; undefined where nothing is. */
function misfit(link: StoredLink, before: ChainPlace): string | undefined {
  if (link.seq !== before.seq + 1) return `It stands at place ${link.seq}, where ${before.seq + 1} is the next.`;
  if (link.previousHash !== before.hash) return "It doesn't name the hash of the entry before it.";
  if (link.content !== null && sha256(link.content) !== link.contentDigest) return "Its content was changed.";
  return link.actionId === null ? misfitOfLog(link) : misfitOfAction(link);
}

const misfitOfLog = ({ content }: StoredLink): string | undefined =>
  content === null ? "Its content is gone, which retention takes from entries about actions alone." : undefined;

function misfitOfAction({ seq, actionId, content, rowDigest, row }: StoredLink): string | undefined {
  if (row === null) return content === null ? undefined : `The row of action ${actionId} is gone.`;
  if (content === null) return `Its content is gone, though the row of action ${actionId} is there.`;
  if (row.asNewest === null) return undefined;
  const { auditSeq, digest } = row.asNewest;
  if (auditSeq !== seq) {
    return `The row of action ${actionId} says that its newest entry is at place ${auditSeq}; that is this one, at ${seq}.`;
  }
  return digest === rowDigest ? undefined : `The row of action ${actionId} isn't as this entry left it.`;
}

function retentionOf({ event, content }: StoredLink): RetentionContent | undefined {
  return event === "retention_enforced" && content !== null ? (JSON.parse(content) as RetentionContent) : undefined;
}

const OLD_FORM =
  "The whole log has no key, so anybody who can write the database can write it anew. A daemon gives an old log its key once, when it starts: none has started since the upgrade, or somebody put the log back into its old form.";
const WRONG_SEAL =
  "The log doesn't end where the daemon left it: its newest entries were cut off, or it was written with another TOCSIN_SECRET_KEY.";

/** What is wrong at the end of the log. */
function wrongEnd(
  { at, unexplained, toldCheckpoint, isKeyed, firstPlain }: ChainState,
  head: ChainHead | undefined,
  { organizationId, key }: ChainCheck,
): Break | undefined {
  if (!head) {
    return at.seq === 0 ? undefined : { id: "head", reason: `The log has entries up to place ${at.seq}, and no head.` };
  }
  if (head.seq !== at.seq || head.hash !== at.hash) {
    return {
      id: "head",
      reason: `The log ends at place ${at.seq}; its head is at place ${head.seq} or has another hash.`,
    };
  }
  if (firstPlain !== undefined && !isKeyed) return { id: firstPlain, reason: OLD_FORM };
  if (head.seal !== headSealOf(key, { organizationId, ...at })) return { id: "head", reason: WRONG_SEAL };
  const { checkpoint } = head;
  if (checkpoint.seq !== toldCheckpoint.seq || checkpoint.hash !== toldCheckpoint.hash) {
    const reason = `The log begins behind place ${checkpoint.seq}; on record is that it begins behind ${toldCheckpoint.seq}.`;
    return { id: "checkpoint", reason };
  }
  for (const [action, id] of unexplained) return { id, reason: `No deletion of action ${action} is on record.` };
  return undefined;
}
