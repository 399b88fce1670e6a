import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../kernel/clock.ts";
import { migrate } from "../../store/migrations/migrate.ts";
import { skipDatabaseComparison } from "../../store/queue/database-gaps.ts";
import { openEmbeddedQueue } from "../../store/queue/embedded-queue.ts";
import { lastPosition } from "../../store/queue/queue-sequence.ts";
import { queueIdentities } from "../../store/queue/sqlite-consumed-position.ts";
import { ConfigError } from "./config-error.ts";
import { DATABASE_FILE, type DatabaseKind, databaseFiles, QUEUE_FILE } from "./data-files.ts";
import { giveToOwnerOf } from "./file-access.ts";
import { lockOffline } from "./lock-offline.ts";

export interface MissingFile {
  readonly file: typeof DATABASE_FILE | typeof QUEUE_FILE;
  readonly reason: string;
}

/** A first start creates the database first and the queue last, so one of these files alone means a loss. */
export function findMissingFile(dataDir: string, kind: DatabaseKind): MissingFile | undefined {
  if (kind === "postgres") return undefined;
  const database = join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) {
    const isUsed = (file: string): boolean => file !== QUEUE_FILE || lastPosition(join(dataDir, file)) > 0;
    const other = databaseFiles(dataDir, kind).find(isUsed);
    return other === undefined ? undefined : { file: DATABASE_FILE, reason: `${other} was written beside it` };
  }
  if (existsSync(join(dataDir, QUEUE_FILE)) || queueIdentities(database).length === 0) return undefined;
  return { file: QUEUE_FILE, reason: `${DATABASE_FILE} has processed events from it` };
}

/** Refuses to recreate a lost file silently. Throws ConfigError. */
export function refuseMissingFile(dataDir: string, kind: DatabaseKind): void {
  const missing = findMissingFile(dataDir, kind);
  if (missing === undefined) return;
  throw new ConfigError(
    `${join(dataDir, missing.file)} is missing, and ${missing.reason}. Put it back, restore a backup (tocsind restore DIR --replace), or run tocsind check --acknowledge to go on with an empty one. Set TOCSIN_DATABASE_URL if the data is in PostgreSQL.`,
  );
}

/** Creates an empty file in place of a missing one and returns its name. Throws ConfigError. */
export async function replaceMissingFile(dataDir: string, kind: DatabaseKind): Promise<string | undefined> {
  const missing = findMissingFile(dataDir, kind);
  if (missing === undefined) return undefined;
  const path = join(dataDir, missing.file);
  const unlock = lockOffline(dataDir, "run tocsind check --acknowledge");
  try {
    if (missing.file === DATABASE_FILE) {
      await migrate({ kind: "sqlite", path });
      const queue = join(dataDir, QUEUE_FILE);
      if (existsSync(queue)) skipDatabaseComparison(queue);
    } else openEmbeddedQueue({ path, clock: systemClock, bytesMax: Number.MAX_SAFE_INTEGER }).close();
    giveToOwnerOf(dataDir, [path]);
  } finally {
    unlock();
  }
  return missing.file;
}
