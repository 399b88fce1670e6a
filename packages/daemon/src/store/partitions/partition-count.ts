import { type DatabaseTarget, openWithSchema } from "../sql/database.ts";
import { query, sql } from "../sql/statement.ts";

/** The number of partitions that telemetry was spread over last. */
export interface PartitionCount {
  /** Undefined where it was never stored. */
  read(): Promise<number | undefined>;
  write(partitions: number): Promise<void>;
  close(): Promise<void>;
}

export async function openPartitionCount(target: DatabaseTarget): Promise<PartitionCount> {
  const database = await openWithSchema(target, { entities: [], onOpen: () => undefined });
  return {
    async read() {
      const [row] = await query<{ partitions: number }>(database.reader, sql`select partitions from partition_count`);
      return row?.partitions;
    },
    write: (partitions) =>
      database.write(async (transaction) => {
        await query(
          transaction,
          sql`insert into partition_count values (1, ${partitions})
              on conflict (singleton) do update set partitions = excluded.partitions`,
        );
      }),
    close: () => database.close(),
  };
}
