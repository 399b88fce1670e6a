import { toSingleLine } from "../../kernel/single-line.ts";
import { amount, report } from "./aws-report.ts";
import { type AwsTool, type Call, closing } from "./cloud-tool.ts";
import { highest, METRICS_ACTION, readMetrics } from "./cloudwatch-metrics.ts";

/** Those that say something about the queue's state; its policy and keys aren't read. */
const ATTRIBUTES = [
  "ApproximateNumberOfMessages",
  "ApproximateNumberOfMessagesNotVisible",
  "ApproximateNumberOfMessagesDelayed",
  "VisibilityTimeout",
  "MessageRetentionPeriod",
  "RedrivePolicy",
] as const;

/** Amazon SQS API reference: GetQueueUrl, GetQueueAttributes. */
export const queueBacklog: AwsTool = {
  shape: {
    service: "sqs",
    what: "an SQS queue",
    arn: /^(?<name>[\w-]{1,80}(\.fifo)?)$/,
    id: /^(https:\/\/[a-z0-9.-]{1,200}\/(?<account>\d{12})\/)?(?<name>[\w-]{1,80}(\.fifo)?)$/,
  },
  actions: ["sqs:GetQueueUrl", "sqs:GetQueueAttributes", METRICS_ACTION],
  async run(call) {
    const { name } = call.target;
    const attributes = await readAttributes(call);
    const metrics = await readMetrics(call, { namespace: "AWS/SQS", dimensions: { QueueName: name } }, [
      ["ApproximateAgeOfOldestMessage", "Maximum", "seconds"],
    ]);
    const count = (key: (typeof ATTRIBUTES)[number]): string => amount(Number(attributes[key] ?? 0));
    const age = highest(metrics.series[0]);
    const dead = deadLetterQueue(attributes["RedrivePolicy"]);
    const lines = [
      `Queue ${name} in ${call.target.region}`,
      ...ATTRIBUTES.filter((key) => key !== "RedrivePolicy" && attributes[key] !== undefined).map(
        (key) => `${key}: ${toSingleLine(attributes[key] ?? "", 40)}`,
      ),
      `Dead-letter queue: ${dead ?? "none"}`,
      ...metrics.lines,
    ];
    const findings = [
      `${count("ApproximateNumberOfMessages")} messages wait, ${count("ApproximateNumberOfMessagesNotVisible")} are being worked on.`,
      age === undefined ? undefined : `The oldest message waited up to ${amount(age)} s.`,
      dead === undefined
        ? "What fails goes to no dead-letter queue."
        : `What fails goes to the dead-letter queue ${dead}.`,
      metrics.problem,
    ];
    return report(lines, findings, call.bytes);
  },
};

async function readAttributes({ config, target, ask }: Call): Promise<Readonly<Record<string, string>>> {
  const { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } = await import("@aws-sdk/client-sqs");
  // Requests go to the region's endpoint, not to wherever a queue's URL points.
  return closing(new SQSClient({ ...config, useQueueUrlAsEndpoint: false }), async (client) => {
    const { QueueUrl } = await ask("sqs:GetQueueUrl", (options) =>
      client.send(new GetQueueUrlCommand({ QueueName: target.name }), options),
    );
    const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...ATTRIBUTES] });
    const { Attributes } = await ask("sqs:GetQueueAttributes", (options) => client.send(asked, options));
    return Attributes ?? {};
  });
}

/** The name alone; the policy is JSON that holds its ARN. */
function deadLetterQueue(redrivePolicy: string | undefined): string | undefined {
  const name = /"deadLetterTargetArn"\s*:\s*"[^"]{0,200}:([\w.-]{1,85})"/.exec(
    (redrivePolicy ?? "").slice(0, 2000),
  )?.[1];
  return name === undefined ? undefined : toSingleLine(name);
}
