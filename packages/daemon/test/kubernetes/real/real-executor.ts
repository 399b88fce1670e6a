import type { Executor } from "../../../src/remediate/targets/executor.ts";
import { allowed, executorFor, wantedOf } from "../executing.ts";
import { isRolledOut, openRealCluster, type RealCluster, RUNNING } from "./cluster.ts";

export const sh = (script: string) => ({ command: ["sh", "-c", script] });
/** Another version of the same. */
const NEWER = { ...RUNNING, env: [{ name: "VERSION", value: "2" }] };

/** The stores and helpers of the tests about remediation in a real cluster, with the rights of the published example. */
export function realExecutor() {
  let cluster: RealCluster;
  let executor: Executor;
  const making = (stuckMs = 60_000) => ({ namespaces: allowed(cluster.namespace), stuckMs });
  const wanted = (actionType: string, serviceName: string, parameters = {}) =>
    wantedOf(actionType, parameters, serviceName);
  const uidsOf = async (name: string) => (await cluster.pods(name)).map(({ metadata }) => metadata?.uid);

  before(async () => {
    cluster = await openRealCluster();
    executor = executorFor(await cluster.accountWithout("tocsin", [], "remediation"), making());
    await Promise.all([
      cluster.deploy("checkout", RUNNING, isRolledOut),
      cluster.deploy("cart", RUNNING, isRolledOut),
      cluster.deploy("bad-image", { image: "registry.invalid/none:1", imagePullPolicy: "Never" }, () => true, 1),
      cluster.deploy("crash", sh("exit 3"), () => true, 1),
    ]);
    await Promise.all([
      cluster.deploy("checkout", NEWER, isRolledOut),
      cluster.deploy("bad-image", RUNNING, isRolledOut, 1),
      cluster.deploy("crash", RUNNING, isRolledOut, 1),
    ]);
  });
  after(() => cluster?.close());

  return {
    wanted,
    uidsOf,
    making,
    get cluster() {
      return cluster;
    },
    get executor() {
      return executor;
    },
  };
}
