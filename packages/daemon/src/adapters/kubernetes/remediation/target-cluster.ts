import type { ResolvedTarget } from "../../../remediate/targets/executor.ts";
import type { Connection } from "../cluster-connection.ts";

/**
 * Names the cluster in what an action acts on, by the address of its API server. No requester chooses it, and contexts
 * that lead to the same server are one cluster. Throws what `open` throws.
 */
export async function inCluster(
  resolved: ResolvedTarget,
  connection: Pick<Connection, "open">,
): Promise<ResolvedTarget> {
  const { server } = await connection.open();
  const { origin, pathname } = new URL(server);
  const cluster = `${origin}${pathname}`.replace(/\/+$/, "");
  return { ...resolved, target: { ...resolved.target, cluster } };
}
