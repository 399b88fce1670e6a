import { type CoalesceOptions, coalesceCalls } from "../../kernel/coalesce-calls.ts";
import { openPool } from "./postgres-pool.ts";

const QUESTION = "select current_setting('transaction_read_only') = 'on' as readonly";

/** Asks the server over a connection of its own, so that long statements of others hold it up in no pool. */
export function openDatabaseCheck(url: string, bounds: Omit<CoalesceOptions<string>, "fallback">) {
  const pool = openPool(url, { name: "health", connectionsMax: 1, answerMsMax: 2 * bounds.timeoutMs });
  const ask = async (): Promise<string | undefined> => {
    try {
      const { rows } = await pool.query<{ readonly: boolean }>(QUESTION);
      return rows[0]?.readonly ? "the database is read-only" : undefined;
    } catch {
      return "the database is away";
    }
  };
  return {
    problem: coalesceCalls(ask, { ...bounds, fallback: "the database gives no answer" }),
    close: () => pool.end(),
  };
}
