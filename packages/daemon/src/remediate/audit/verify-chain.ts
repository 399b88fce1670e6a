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

export interface ChainHead extends ChainPlace {
  /** `headSealOf`; null in a log without keys. */
  readonly seal: string | null;
  readonly checkpoint: ChainPlace;
}

/** A stored entry with the state of its action's row. */
export interface StoredLink extends Sealed {
  /** Canonical JSON; null if retention deleted it. */
  readonly content: string | null;
  readonly hash: string;
  /** Null if the row is missing. */
  readonly row: {
    /** Set for the newest entry of an action only. */
    readonly asNewest: {
      readonly auditSeq: number;
      /** Null if the row is unreadable. */
      readonly digest: string | null;
    } | null;
  } | null;
}

/** Consecutive entries, read together with the head. */
export interface ChainPage {
  readonly head: ChainHead | undefined;
  readonly links: readonly StoredLink[];
  /** Whether these were the last entries. */
  readonly isLast: boolean;
}

/** `id` is of the entry or action, or `head` or `checkpoint`. */
export interface Break {
  readonly id: string;
  readonly reason: string;
}

export interface ChainCheck {
  readonly organizationId: string;
  readonly key: AuditKey;
  /** A hash that was published earlier, with its position if known. */
  readonly expected?: { readonly hash: string; readonly seq?: number | undefined } | undefined;
}

export interface ChainState {
  readonly at: ChainPlace;
  readonly checked: number;
  /** Actions with deleted content and no recorded deletion yet, each with an entry. */
  readonly unexplained: ReadonlyMap<string, string>;
  /** The recorded checkpoint. */
  readonly recordedCheckpoint: ChainPlace;
  /** After the first keyed entry every entry has a key. */
  readonly isKeyed: boolean;
  /** The first entry without a key. */
  readonly firstPlain: string | undefined;
  /** Whether the expected hash was found. */
  readonly expectedSeen: boolean;
  readonly broken: Break | undefined;
}

const GENESIS: ChainPlace = { seq: 0, hash: GENESIS_HASH };

export const CHAIN_START: ChainState = {
  at: GENESIS,
  checked: 0,
  unexplained: new Map(),
  recordedCheckpoint: GENESIS,
  isKeyed: false,
  firstPlain: undefined,
  expectedSeen: false,
  broken: undefined,
};

/** Content of a retention entry. */
export interface RetentionContent {
  readonly cutoff: number;
  readonly deleted: number;
  readonly actions: readonly string[];
  readonly checkpoint: ChainPlace;
}

/** Verifies the next page, from `state.at` on. After a break it does nothing. Retention may run between two pages. */
export function checkPage(state: ChainState, { head, links, isLast }: ChainPage, check: ChainCheck): ChainState {
  if (state.broken) return state;
  let { checked, recordedCheckpoint, expectedSeen, isKeyed, firstPlain } = state;
  // Entries that retention deleted since the last page are not missing; the deletion is recorded later in the log.
  const jump = head !== undefined && head.checkpoint.seq > state.at.seq;
  const unexplained = jump ? new Map<string, string>() : new Map(state.unexplained);
  let at = jump ? head.checkpoint : state.at;
  expectedSeen ||= isExpected(at, check);
  const sofar = (broken: Break | undefined): ChainState => ({
    ...{ at, checked, unexplained, recordedCheckpoint, isKeyed, firstPlain, expectedSeen, broken },
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
    recordedCheckpoint = retention?.checkpoint ?? recordedCheckpoint;
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

/** An old log begins without keys, and records once that keys begin. */
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

/** Undefined if the entry fits. */
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

function wrongEnd(
  { at, unexplained, recordedCheckpoint, isKeyed, firstPlain }: ChainState,
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
  if (checkpoint.seq !== recordedCheckpoint.seq || checkpoint.hash !== recordedCheckpoint.hash) {
    const reason = `The log begins behind place ${checkpoint.seq}; on record is that it begins behind ${recordedCheckpoint.seq}.`;
    return { id: "checkpoint", reason };
  }
  for (const [action, id] of unexplained) return { id, reason: `No deletion of action ${action} is on record.` };
  return undefined;
}
