import type { Aim } from "../../../remediate/targets/executor.ts";
import type { Connection } from "../connection.ts";

/**
 * Names the cluster in what an action acts on, by the address of its API server. No requester chooses it, and contexts
 * that lead to the same server are one cluster. Throws what `open` throws.
 */
export async function inCluster(aim: Aim, connection: Pick<Connection, "open">): Promise<Aim> {
  const { server } = await connection.open();
  const { origin, pathname } = new URL(server);
  const cluster = `${origin}${pathname}`.replace(/\/+$/, "");
  return { ...aim, target: { ...aim.target, cluster } };
}
