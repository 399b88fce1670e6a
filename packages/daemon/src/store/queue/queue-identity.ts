import { openSqlite } from "../sql/open-sqlite.ts";
import { identityOf } from "./embedded-queue.ts";
import { prepareQueueFile } from "./queue-schema.ts";

/** The identity of a queue's file, which is made where there is none. */
export function queueIdentity(path: string): string {
  const database = openSqlite(path, { synchronous: "FULL" });
  try {
    prepareQueueFile(database);
    return identityOf(database);
  } finally {
    database.close();
  }
}
