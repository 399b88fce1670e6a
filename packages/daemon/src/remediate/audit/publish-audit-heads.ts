import { type Clock, DAY_MS } from "../../kernel/clock.ts";
import { type ChainPlace, GENESIS_HASH } from "./audit-chain.ts";

/** Where an organization's audit log ends. */
export interface LogHead extends ChainPlace {
  readonly organizationId: string;
}

/** In the order of their organizations, from behind one on. */
export type ReadHeads = (after: string, most: number) => Promise<readonly LogHead[]>;

export interface HeadTellerDeps {
  readonly heads: ReadHeads;
  /** Takes them out of the database's reach. What it throws is thrown; then they are told again. */
  readonly tell: (heads: readonly LogHead[]) => Promise<void> | void;
  /** A log that ends earlier than it did, or is gone: then at place 0. */
  readonly movedBack?: (head: LogHead, before: ChainPlace) => void;
  readonly clock: Clock;
}

/** One message holds as many. */
export const HEADS_AT_ONCE_MAX = 500;
/** What isn't remembered is told again. */
const REMEMBERED_MAX = 100_000;

/**
 * Each run tells the heads that moved since they were told, and every head once a day. A head that left the machine is
 * what shows that a log was cut off or written anew: `tocsind audit verify --head`.
 */
export function createHeadTeller({ heads, tell, movedBack, clock }: HeadTellerDeps): () => Promise<void> {
  const told = new Map<string, ChainPlace & { readonly at: number }>();
  const isDue = ({ organizationId, hash }: LogHead): boolean => {
    const before = told.get(organizationId);
    return before === undefined || before.hash !== hash || clock.now() - before.at >= DAY_MS;
  };
  return async () => {
    const seen = new Set<string>();
    for (let after: string | undefined = ""; after !== undefined; ) {
      const page: readonly LogHead[] = await heads(after, HEADS_AT_ONCE_MAX);
      for (const { organizationId } of page) seen.add(organizationId);
      const due = page.filter(isDue);
      for (const head of due) {
        const before = told.get(head.organizationId);
        if (before && head.seq < before.seq) movedBack?.(head, before);
      }
      if (due.length > 0) await tell(due);
      if (told.size > REMEMBERED_MAX) told.clear();
      for (const { organizationId, seq, hash } of due) told.set(organizationId, { seq, hash, at: clock.now() });
      after = page.length < HEADS_AT_ONCE_MAX ? undefined : page.at(-1)?.organizationId;
    }
    for (const [organizationId, before] of told) {
      if (seen.has(organizationId)) continue;
      movedBack?.({ organizationId, seq: 0, hash: GENESIS_HASH }, before);
      told.delete(organizationId);
    }
  };
}
