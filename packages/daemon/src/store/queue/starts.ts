import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";

/** Starts in a row that came no further, from which on batches are handed over one at a time. */
export const STARTS_ALONE_MIN = 3;
/** The same, from which on the batch that stands first goes to the dead letters. */
export const STARTS_GIVEN_UP_MIN = 5;

/** Starts in a row that ended without a word, from which on what waits is taken in the order in which it came. */
export const STARTS_IN_ORDER_MIN = 2;

/** What the worker began with at a start. */
export interface Start {
  /** Starts in a row that began here, this one included; each before it ended without a word. */
  readonly starts: number;
  /** What follows this position stood first. */
  readonly position: number;
  /** One of those up to here was in work when the starts before this one ended. */
  readonly until: number;
  /** Starts in a row, before this one, that ended without a word, wherever they began. */
  readonly unclean: number;
}

/**
 * Counts starts without progress, durably: an event that ends the whole process would come back at every start
 * otherwise. It is written once a start, and only where something waits, to a file beside the queue's.
 */
export interface Starts {
  /** The first delivery follows this position and ends with that one. */
  begin(position: number, last: number): Start;
  /** This start comes to its end in order: nothing that it was given has ended it. */
  end(): void;
}

export interface StartsOptions {
  /** The queue's file, and of this very file the identity: another one counts its positions anew. */
  readonly path: string;
  readonly identity: string;
  readonly logger: Logger;
}

export function openStarts({ path, identity, logger }: StartsOptions): Starts {
  const file = `${path}.starts`;
  return {
    begin(position, last) {
      const start = following(read(file, identity), position, last);
      try {
        write(file, JSON.stringify({ queue: identity, ...start }));
      } catch (error) {
        logger.warn("This start can't be counted; the queue is processed all the same", { error: coerceError(error) });
      }
      return start;
    },
    end() {
      try {
        rmSync(file, { force: true });
      } catch (error) {
        logger.warn("The next start counts as one after a crash", { error: coerceError(error) });
      }
    },
  };
}

function following(before: Start | undefined, position: number, last: number): Start {
  const unclean = before ? before.unclean + 1 : 0;
  if (before?.position === position) return { starts: before.starts + 1, position, until: last, unclean };
  // One at a time it came this far: who stands first now was in work alone when that start ended.
  const alone = before && before.starts >= STARTS_ALONE_MIN && before.position < position && position < before.until;
  return alone
    ? { starts: STARTS_ALONE_MIN, position, until: before.until, unclean }
    : { starts: 1, position, until: last, unclean };
}

/** Undefined where there is none that can be read, and where it is another queue's. */
function read(file: string, identity: string): Start | undefined {
  try {
    const { queue, ...start } = JSON.parse(readFileSync(file, "utf8")) as Start & { readonly queue: string };
    const { starts, position, until, unclean = 0 } = start;
    const isWhole = [starts, position, until, unclean].every(Number.isSafeInteger);
    return queue === identity && isWhole ? { starts, position, until, unclean } : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all, and durable: a machine that goes down with the process must not forget. */
function write(file: string, text: string): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, text, { mode: 0o600, flush: true });
  renameSync(fresh, file);
}
