import type { DBInstance } from "@aws-sdk/client-rds";
import { toSingleLine } from "../../kernel/single-line.ts";
import { ProbeFailed } from "../../probe/prober.ts";
import { amount, factLines, report, share } from "./aws-report.ts";
import { type AwsTool, type Call, closing } from "./cloud-tool.ts";
import { highest, lowest, METRICS_ACTION, readMetrics } from "./cloudwatch-metrics.ts";

const GIB = 1024 ** 3;
const DESCRIBE = "rds:DescribeDBInstances";

/** Amazon RDS API reference: DescribeDBInstances; metrics: Amazon RDS user guide, "CloudWatch metrics for Amazon RDS". */
export const managedDbHealth: AwsTool = {
  shape: {
    service: "rds",
    what: "an RDS database instance",
    arn: /^db:(?<name>[A-Za-z][A-Za-z0-9-]{0,62})$/,
    id: /^(?<name>[A-Za-z][A-Za-z0-9-]{0,62})$/,
  },
  actions: [DESCRIBE, METRICS_ACTION],
  async run(call) {
    const instance = await describeInstance(call);
    const metrics = await readMetrics(
      call,
      { namespace: "AWS/RDS", dimensions: { DBInstanceIdentifier: call.target.name } },
      [
        ["CPUUtilization", "Maximum", "percent"],
        ["DatabaseConnections", "Maximum", "connections"],
        ["FreeStorageSpace", "Minimum", "bytes"],
        ["ReplicaLag", "Maximum", "seconds"],
      ],
    );
    const [cpu, connections, lag] = [0, 1, 3].map((index) => highest(metrics.series[index]));
    const free = lowest(metrics.series[2]);
    const storage = (instance.AllocatedStorage ?? 0) * GIB;
    const findings = [
      `Database ${call.target.name} is ${toSingleLine(instance.DBInstanceStatus ?? "in an unknown state", 60)}.`,
      cpu === undefined ? undefined : `CPU up to ${amount(cpu)}%.`,
      connections === undefined ? undefined : `Up to ${amount(connections)} connections.`,
      free === undefined ? undefined : `Free storage down to ${amount(free / GIB)} GiB${share(free, storage)}.`,
      lag === undefined ? undefined : `Replica up to ${amount(lag)} s behind.`,
      metrics.problem,
    ];
    return report([...described(instance), ...metrics.lines], findings, call.bytes);
  },
};

async function describeInstance({ config, target, ask }: Call): Promise<DBInstance> {
  const { DescribeDBInstancesCommand, RDSClient } = await import("@aws-sdk/client-rds");
  return closing(new RDSClient(config), async (client) => {
    const command = new DescribeDBInstancesCommand({ DBInstanceIdentifier: target.name });
    const [instance] = (await ask(DESCRIBE, (options) => client.send(command, options))).DBInstances ?? [];
    if (!instance) throw new ProbeFailed(`AWS knows no such resource: ${target.name}.`);
    return instance;
  });
}

function described(instance: DBInstance): string[] {
  const pending = Object.keys(instance.PendingModifiedValues ?? {});
  return factLines([
    ["Database", instance.DBInstanceIdentifier],
    ["Status", instance.DBInstanceStatus],
    ["Engine", `${instance.Engine ?? ""} ${instance.EngineVersion ?? ""}`],
    ["Class", instance.DBInstanceClass],
    ["Storage, GiB", instance.AllocatedStorage],
    ["Storage grows to, GiB", instance.MaxAllocatedStorage],
    ["In several zones", instance.MultiAZ],
    ["Replica of", instance.ReadReplicaSourceDBInstanceIdentifier],
    ["Replicas", instance.ReadReplicaDBInstanceIdentifiers?.slice(0, 20).join(", ") || undefined],
    ["Waiting changes", pending.length > 0 ? pending.slice(0, 20).join(", ") : undefined],
  ]);
}
