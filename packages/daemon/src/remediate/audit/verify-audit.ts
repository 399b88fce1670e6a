import type { Scope } from "../../model/scope.ts";
import type { AuditKey } from "./audit-chain.ts";
import { type Break, CHAIN_START, type ChainCheck, type ChainPage, checkPage } from "./verify-chain.ts";

/** The audit log of the scope's organization as it lies in the database. Each call is one statement: it sees one moment. */
export interface AuditPages {
  readonly key: AuditKey;
  /** The entries behind a place. */
  page(scope: Pick<Scope, "organizationId">, after: number): Promise<ChainPage>;
  /** Goes on through the rows of actions. */
  rows(scope: Pick<Scope, "organizationId">, after: number): Promise<RowsPage>;
  /** Whether anything beside the log and its actions says that there were some. */
  hasTraces(scope: Pick<Scope, "organizationId">): Promise<boolean>;
}

export interface RowsPage {
  /** Where the next page begins; undefined behind the last one. */
  readonly next: number | undefined;
  /** The first action whose newest entry, as the row names it, isn't in the log. */
  readonly stranger: string | undefined;
}

export interface AuditVerdict {
  readonly organizationId: string;
  /** Entries that fit. */
  readonly checked: number;
  /** Of the newest entry; null for an empty log. */
  readonly headHash: string | null;
  /** Undefined where all fits. */
  readonly broken: Break | undefined;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Walks the log from its checkpoint to its head, and then the actions. Others may write meanwhile. Where `expected` is
 * given, a hash of the log as it was once, it must be in it still.
 */
export async function verifyAudit(
  pages: AuditPages,
  scope: Pick<Scope, "organizationId">,
  expected?: ChainCheck["expected"],
): Promise<AuditVerdict> {
  const check = { organizationId: scope.organizationId, key: pages.key, expected };
  let state = CHAIN_START;
  let headHash: string | null = null;
  for (let isLast = false; !isLast && !state.broken; ) {
    const page = await pages.page(scope, state.at.seq);
    state = checkPage(state, page, check);
    headHash = page.head?.hash ?? null;
    isLast = page.isLast;
    await nextTurn();
  }
  const { checked } = state;
  const broken =
    state.broken ??
    (await strangerIn(pages, scope)) ??
    (headHash === null && (await pages.hasTraces(scope)) ? DELETED : undefined) ??
    missing(state.expectedSeen, expected);
  return { organizationId: scope.organizationId, checked, headHash, broken };
}

const DELETED: Break = {
  id: "head",
  reason:
    "There is no log, though the database counts actions of the organization: somebody deleted it with all they did.",
};

/** A row that was made, or moved to another entry, beside the log. */
async function strangerIn(pages: AuditPages, scope: Pick<Scope, "organizationId">): Promise<Break | undefined> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { next, stranger } = await pages.rows(scope, after);
    if (stranger !== undefined) return { id: stranger, reason: `The log doesn't know the row of action ${stranger}.` };
    after = next;
    await nextTurn();
  }
  return undefined;
}

const missing = (seen: boolean, expected: ChainCheck["expected"]): Break | undefined =>
  expected === undefined || seen
    ? undefined
    : {
        id: "head",
        reason: `The hash ${expected.hash} isn't in the log${expected.seq === undefined ? "" : ` at place ${expected.seq}`}: its end was cut off, it was written anew, or retention deleted that part.`,
      };
