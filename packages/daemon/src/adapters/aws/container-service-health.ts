import type { Deployment, Service } from "@aws-sdk/client-ecs";
import { toSingleLine } from "../../kernel/single-line.ts";
import { ProbeFailed } from "../../probe/prober.ts";
import { amount, report } from "./aws-report.ts";
import { type AwsTool, type Call, closing } from "./cloud-tool.ts";

const DESCRIBE = "ecs:DescribeServices";
const EVENTS_SHOWN_MAX = 20;
const DEPLOYMENTS_SHOWN_MAX = 10;

/** Amazon ECS API reference: DescribeServices. */
export const containerServiceHealth: AwsTool = {
  shape: {
    service: "ecs",
    what: "an ECS service",
    arn: /^service\/((?<cluster>[\w-]{1,255})\/)?(?<name>[\w-]{1,255})$/,
    id: /^((?<cluster>[\w-]{1,255})\/)?(?<name>[\w-]{1,255})$/,
  },
  actions: [DESCRIBE],
  async run(call) {
    const service = await describeService(call);
    const { runningCount = 0, desiredCount = 0, pendingCount = 0, events = [], deployments = [] } = service;
    const failing = deployments.filter(({ rolloutState }) => rolloutState === "FAILED");
    const [latest] = events;
    const findings = [
      `${amount(runningCount)} of ${amount(desiredCount)} tasks run, ${amount(pendingCount)} are pending.`,
      service.status === "ACTIVE"
        ? undefined
        : `The service is ${toSingleLine(service.status ?? "in an unknown state", 60)}.`,
      failing.length > 0
        ? `A deployment failed: ${toSingleLine(failing[0]?.rolloutStateReason ?? "no reason given")}`
        : undefined,
      deployments.length > 1 ? `${amount(deployments.length)} deployments are under way.` : undefined,
      latest ? `Last event: ${toSingleLine(latest.message ?? "", 200)}` : undefined,
    ];
    return report(described(service, call), findings, call.bytes);
  },
};

async function describeService({ config, target, ask }: Call): Promise<Service> {
  const { DescribeServicesCommand, ECSClient } = await import("@aws-sdk/client-ecs");
  const cluster = target.parts["cluster"];
  return closing(new ECSClient(config), async (client) => {
    const command = new DescribeServicesCommand({
      services: [target.name],
      ...(cluster === undefined ? {} : { cluster }),
    });
    const { services = [], failures = [] } = await ask(DESCRIBE, (options) => client.send(command, options));
    const [service] = services;
    if (service) return service;
    const reason = toSingleLine(failures[0]?.reason ?? "MISSING", 60);
    throw new ProbeFailed(
      `AWS knows no such resource: ${target.name} in the cluster ${cluster ?? "default"} (${reason}).`,
    );
  });
}

function described(service: Service, { target }: Call): string[] {
  const tasks = (each: Pick<Deployment, "desiredCount" | "runningCount" | "pendingCount" | "failedTasks">) =>
    `desired ${each.desiredCount ?? 0}, running ${each.runningCount ?? 0}, pending ${each.pendingCount ?? 0}${each.failedTasks ? `, failed ${each.failedTasks}` : ""}`;
  const last = (arn: string | undefined): string => toSingleLine(arn?.split("/").at(-1) ?? "unknown", 100);
  return [
    `Service ${target.name} in ${target.region}: ${toSingleLine(service.status ?? "unknown", 60)}, ${tasks(service)}`,
    ...(service.deployments ?? []).slice(0, DEPLOYMENTS_SHOWN_MAX).map((deployment) => {
      const state = [deployment.status, deployment.rolloutState].filter(Boolean).join(", ");
      return `Deployment of ${last(deployment.taskDefinition)} (${toSingleLine(state, 60)}): ${tasks(deployment)}${deployment.rolloutStateReason ? `; ${toSingleLine(deployment.rolloutStateReason)}` : ""}`;
    }),
    ...(service.events ?? [])
      .slice(0, EVENTS_SHOWN_MAX)
      .map(({ createdAt, message }) => `${createdAt?.toISOString() ?? ""} ${toSingleLine(message ?? "")}`.trim()),
  ];
}
