import { type Clock, DAY_MS } from "../../kernel/clock.ts";
import { type ChainPlace, GENESIS_HASH } from "./audit-chain.ts";

export interface LogHead extends ChainPlace {
  readonly organizationId: string;
}

/** Sorted by organization, after the given one. */
export type ReadHeads = (after: string, most: number) => Promise<readonly LogHead[]>;

export interface HeadPublisherDeps {
  readonly heads: ReadHeads;
  /** Publishes them outside the database. They are retried if it throws. */
  readonly tell: (heads: readonly LogHead[]) => Promise<void> | void;
  /** Called for a log that lost entries, or vanished (then at 0). */
  readonly movedBack?: (head: LogHead, before: ChainPlace) => void;
  readonly clock: Clock;
}

export const HEADS_AT_ONCE_MAX = 500;
/** Forgotten heads are published again. */
const REMEMBERED_MAX = 100_000;

/**
 * Publishes changed heads, and every head once a day. An external head reveals a truncated or rewritten log: `tocsind
 * audit verify --head`.
 */
export function createHeadPublisher({ heads, tell, movedBack, clock }: HeadPublisherDeps): () => Promise<void> {
  const published = new Map<string, ChainPlace & { readonly at: number }>();
  const isDue = ({ organizationId, hash }: LogHead): boolean => {
    const before = published.get(organizationId);
    return before === undefined || before.hash !== hash || clock.now() - before.at >= DAY_MS;
  };
  return async () => {
    const seen = new Set<string>();
    for (let after: string | undefined = ""; after !== undefined; ) {
      const page: readonly LogHead[] = await heads(after, HEADS_AT_ONCE_MAX);
      for (const { organizationId } of page) seen.add(organizationId);
      const due = page.filter(isDue);
      for (const head of due) {
        const before = published.get(head.organizationId);
        if (before && head.seq < before.seq) movedBack?.(head, before);
      }
      if (due.length > 0) await tell(due);
      if (published.size > REMEMBERED_MAX) published.clear();
      for (const { organizationId, seq, hash } of due) published.set(organizationId, { seq, hash, at: clock.now() });
      after = page.length < HEADS_AT_ONCE_MAX ? undefined : page.at(-1)?.organizationId;
    }
    for (const [organizationId, before] of published) {
      if (seen.has(organizationId)) continue;
      movedBack?.({ organizationId, seq: 0, hash: GENESIS_HASH }, before);
      published.delete(organizationId);
    }
  };
}
