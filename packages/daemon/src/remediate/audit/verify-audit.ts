import type { Scope } from "../../model/scope.ts";
import type { AuditKey } from "./audit-chain.ts";
import { type Break, CHAIN_START, type ChainCheck, type ChainPage, checkPage } from "./verify-chain.ts";

/** The stored audit log. Each call is one consistent statement. */
export interface AuditPages {
  readonly key: AuditKey;
  page(scope: Pick<Scope, "organizationId">, after: number): Promise<ChainPage>;
  /** Checks the rows of actions. */
  rows(scope: Pick<Scope, "organizationId">, after: number): Promise<RowsPage>;
  /** Whether other tables count actions of the organization. */
  hasTraces(scope: Pick<Scope, "organizationId">): Promise<boolean>;
}

export interface RowsPage {
  /** Undefined after the last page. */
  readonly next: number | undefined;
  /** An action whose newest entry is missing in the log. */
  readonly stranger: string | undefined;
}

export interface AuditVerdict {
  readonly organizationId: string;
  readonly checked: number;
  readonly headHash: string | null;
  /** Undefined if the log is intact. */
  readonly broken: Break | undefined;
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Verifies the log from its checkpoint to its head, then the rows. `expected` is an earlier hash that must still be
 * in it.
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
    await nextTick();
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

/** A row that was forged, or points to another entry. */
async function strangerIn(pages: AuditPages, scope: Pick<Scope, "organizationId">): Promise<Break | undefined> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { next, stranger } = await pages.rows(scope, after);
    if (stranger !== undefined) return { id: stranger, reason: `The log doesn't know the row of action ${stranger}.` };
    after = next;
    await nextTick();
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
