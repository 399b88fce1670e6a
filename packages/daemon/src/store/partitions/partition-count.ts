import { type DatabaseTarget, openWithSchema } from "../sql/database.ts";
import { query, sql, writeStatement } from "../sql/statement.ts";

/** The number of partitions that telemetry was last spread over. */
export async function openPartitionCount(target: DatabaseTarget) {
  const database = await openWithSchema(target, { entities: [], onOpen: () => undefined });
  return {
    /** Undefined where it was never stored. */
    async read(): Promise<number | undefined> {
      const [row] = await query<{ partitions: number }>(database.reader, sql`select partitions from partition_count`);
      return row?.partitions;
    },
    async write(partitions: number): Promise<void> {
      await writeStatement(
        database,
        sql`insert into partition_count values (1, ${partitions})
            on conflict (singleton) do update set partitions = excluded.partitions`,
      );
    },
    close: (): Promise<void> => database.close(),
  };
}
