import { decodeBatch } from "../../ingest/batch-codec.ts";
import { openSqlite } from "./open.ts";

export interface OldestWaiting {
  /** When the first event that waits in the queue's file was accepted; undefined where none waits or it can't be read. */
  at(): number | undefined;
  close(): void;
}

/** Reads beside the queue: what it finds damaged is not counted here. */
export function openOldestWaiting(path: string): OldestWaiting {
  const database = openSqlite(path, { readonly: true, synchronous: "NORMAL" });
  const first = database.prepare("select payload from batch where events > 0 order by position limit 1").pluck();
  return {
    at() {
      try {
        const payload = first.get() as Buffer | undefined;
        return payload && decodeBatch(payload).receivedAt;
      } catch {
        return undefined;
      }
    },
    close: () => void database.close(),
  };
}
