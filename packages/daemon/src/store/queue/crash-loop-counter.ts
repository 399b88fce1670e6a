import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { coerceError } from "../../kernel/errors.ts";
import type { Logger } from "../../kernel/logger.ts";

/** After so many starts in a row without progress, batches are processed one at a time. */
export const STARTS_ALONE_MIN = 3;
/** After so many, the first batch goes to the dead letters. */
export const STARTS_GIVEN_UP_MIN = 5;

/** After so many crashes in a row, the backlog is processed in the order of arrival. */
export const STARTS_IN_ORDER_MIN = 2;

/** Where the worker began at a start. */
export interface Start {
  /** Starts in a row that began here, this one included; all before it crashed. */
  readonly starts: number;
  /** The first batch comes after this position. */
  readonly position: number;
  /** A batch up to here was being processed when the earlier starts crashed. */
  readonly until: number;
  /** Crashes in a row before this start, wherever those starts began. */
  readonly unclean: number;
}

interface StartsOptions {
  /** Path and identity of the queue's file: another file counts its positions from 1 again. */
  readonly path: string;
  readonly identity: string;
  readonly logger: Logger;
}

/** Counts starts without progress, durably: an event that ends the process would come back at every start. */
export function openCrashLoopCounter({ path, identity, logger }: StartsOptions) {
  const file = `${path}.starts`;
  return {
    /** The first delivery comes after `position` and ends with `last`. */
    begin(position: number, last: number): Start {
      const start = following(read(file, identity), position, last);
      try {
        write(file, JSON.stringify({ queue: identity, ...start }));
      } catch (error) {
        logger.warn("This start can't be counted; the queue is processed all the same", { error: coerceError(error) });
      }
      return start;
    },
    /** Call at an orderly shutdown: no event has ended the process. */
    end(): void {
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
  // One at a time the start came this far: the first batch now was processed alone when it crashed.
  const alone = before && before.starts >= STARTS_ALONE_MIN && before.position < position && position < before.until;
  return alone
    ? { starts: STARTS_ALONE_MIN, position, until: before.until, unclean }
    : { starts: 1, position, until: last, unclean };
}

/** Undefined where the file is missing, unreadable or another queue's. */
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

/** Atomic and durable: it must survive a crash of the machine. */
function write(file: string, text: string): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, text, { mode: 0o600, flush: true });
  renameSync(fresh, file);
}
