import type { ElasticLoadBalancingV2Client, LoadBalancer } from "@aws-sdk/client-elastic-load-balancing-v2";
import { toSingleLine } from "../../kernel/single-line.ts";
import { ProbeFailed } from "../../probe/prober.ts";
import { amount, report, share } from "./aws-report.ts";
import { type AwsTool, type Call, closing } from "./cloud-tool.ts";
import { highest, METRICS_ACTION, readMetrics, total } from "./cloudwatch-metrics.ts";

const DESCRIBE = "elasticloadbalancing:DescribeLoadBalancers";
const GROUPS = "elasticloadbalancing:DescribeTargetGroups";
const HEALTH = "elasticloadbalancing:DescribeTargetHealth";
const TARGET_GROUPS_MAX = 10;
const TARGETS_SHOWN_MAX = 100;

interface GroupHealth {
  readonly name: string;
  readonly targets: readonly { readonly id: string; readonly state: string; readonly reason: string }[];
}

/**
 * Elastic Load Balancing API reference, version 2015-12-01; metrics: user guide for Application Load Balancers,
 * "CloudWatch metrics".
 */
export const loadBalancerErrors: AwsTool = {
  shape: {
    service: "elasticloadbalancing",
    what: "an application load balancer",
    arn: /^loadbalancer\/app\/(?<name>[A-Za-z0-9-]{1,32})\/[0-9a-f]{1,32}$/,
    id: /^(app\/)?(?<name>[A-Za-z0-9-]{1,32})(\/[0-9a-f]{1,32})?$/,
  },
  actions: [DESCRIBE, GROUPS, HEALTH, METRICS_ACTION],
  run: look,
};

async function look(call: Call) {
  const { balancer, groups } = await readHealth(call);
  const dimension = balancer.LoadBalancerArn?.split(":loadbalancer/")[1] ?? "";
  if (balancer.Type !== undefined && balancer.Type !== "application") {
    throw new ProbeFailed("Only application load balancers count HTTP answers.");
  }
  const metrics = await readMetrics(
    call,
    { namespace: "AWS/ApplicationELB", dimensions: { LoadBalancer: dimension } },
    [
      ["HTTPCode_Target_5XX_Count", "Sum", "answers"],
      ["HTTPCode_ELB_5XX_Count", "Sum", "answers"],
      ["RequestCount", "Sum", "requests"],
      ["TargetResponseTime", "Average", "seconds"],
    ],
  );
  const [byTargets, byBalancer, requests] = metrics.series.map(total);
  const slowest = highest(metrics.series[3]);
  const targets = groups.flatMap((group) => group.targets);
  const ill = targets.filter(({ state }) => state !== "healthy");
  const findings = [
    byTargets === undefined || byBalancer === undefined || requests === undefined
      ? undefined
      : `${amount(byTargets)} answers 5xx by targets and ${amount(byBalancer)} by the load balancer itself, of ${amount(requests)} requests${share(byTargets + byBalancer, requests)}.`,
    targets.length === 0
      ? "It has no targets."
      : `${amount(ill.length)} of ${amount(targets.length)} targets aren't healthy.`,
    slowest === undefined ? undefined : `Targets answered in up to ${amount(slowest)} s on average.`,
    metrics.problem,
  ];
  const lines = [
    `Load balancer ${call.target.name} in ${call.target.region}: ${toSingleLine(balancer.State?.Code ?? "unknown", 60)}`,
    ...groups.flatMap(({ name, targets: all }) => [
      `Target group ${name}: ${amount(all.length)} targets`,
      ...all.slice(0, TARGETS_SHOWN_MAX).map(({ id, state, reason }) => `  ${id}: ${state}${reason && ` (${reason})`}`),
    ]),
    ...metrics.lines,
  ];
  return report(lines, findings, call.bytes);
}

async function readHealth({ config, target, ask }: Call) {
  const elb = await import("@aws-sdk/client-elastic-load-balancing-v2");
  return closing(new elb.ElasticLoadBalancingV2Client(config), async (client) => {
    const asked = target.arn === undefined ? { Names: [target.name] } : { LoadBalancerArns: [target.arn] };
    const found = await ask(DESCRIBE, (options) => client.send(new elb.DescribeLoadBalancersCommand(asked), options));
    const [balancer] = found.LoadBalancers ?? [];
    if (!balancer?.LoadBalancerArn) throw new ProbeFailed(`AWS knows no such resource: ${target.name}.`);
    return { balancer, groups: await readGroups(client, balancer, ask) };
  });
}

async function readGroups(
  client: ElasticLoadBalancingV2Client,
  { LoadBalancerArn }: LoadBalancer,
  ask: Call["ask"],
): Promise<readonly GroupHealth[]> {
  const elb = await import("@aws-sdk/client-elastic-load-balancing-v2");
  const asked = new elb.DescribeTargetGroupsCommand({ LoadBalancerArn });
  const { TargetGroups = [] } = await ask(GROUPS, (options) => client.send(asked, options));
  const groups: GroupHealth[] = [];
  for (const { TargetGroupArn, TargetGroupName } of TargetGroups.slice(0, TARGET_GROUPS_MAX)) {
    const health = new elb.DescribeTargetHealthCommand({ TargetGroupArn });
    const { TargetHealthDescriptions = [] } = await ask(HEALTH, (options) => client.send(health, options));
    const targets = TargetHealthDescriptions.map(({ Target: each, TargetHealth }) => ({
      id: toSingleLine(`${each?.Id ?? ""}${each?.Port === undefined ? "" : `:${each.Port}`}`, 100),
      state: toSingleLine(TargetHealth?.State ?? "unknown", 60),
      reason: toSingleLine(TargetHealth?.Description ?? TargetHealth?.Reason ?? "", 200),
    }));
    groups.push({ name: toSingleLine(TargetGroupName ?? "", 60), targets });
  }
  return groups;
}
