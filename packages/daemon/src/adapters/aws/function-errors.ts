import type { FunctionConfiguration } from "@aws-sdk/client-lambda";
import { toSingleLine } from "../../kernel/single-line.ts";
import { amount, factLines, report, share } from "./aws-report.ts";
import { type AwsTool, type Call, closing } from "./cloud-tool.ts";
import { highest, METRICS_ACTION, readMetrics, total } from "./cloudwatch-metrics.ts";

const CONFIGURATION = "lambda:GetFunctionConfiguration";

/**
 * AWS Lambda API reference: GetFunctionConfiguration, which unlike GetFunction hands out no link to the code; metrics:
 * developer guide, "Types of metrics for Lambda functions".
 */
export const functionErrors: AwsTool = {
  shape: {
    service: "lambda",
    what: "a Lambda function",
    arn: /^function:(?<name>[\w-]{1,64})(:(?<qualifier>[\w$-]{1,128}))?$/,
    id: /^(?<name>[\w-]{1,64})$/,
  },
  actions: [CONFIGURATION, METRICS_ACTION],
  async run(call) {
    const { name } = call.target;
    const configuration = await readConfiguration(call);
    const metrics = await readMetrics(call, { namespace: "AWS/Lambda", dimensions: { FunctionName: name } }, [
      ["Errors", "Sum", "invocations"],
      ["Invocations", "Sum", "invocations"],
      ["Throttles", "Sum", "invocations"],
      ["Duration", "Maximum", "milliseconds"],
    ]);
    const [errors, invocations, throttles] = metrics.series.map(total);
    const slowest = highest(metrics.series[3]);
    const allowed = (configuration.Timeout ?? 0) * 1000;
    const state = configuration.State;
    const findings = [
      errors === undefined || invocations === undefined
        ? undefined
        : `${amount(errors)} of ${amount(invocations)} invocations failed${share(errors, invocations)}.`,
      throttles ? `${amount(throttles)} invocations were throttled.` : undefined,
      slowest === undefined ? undefined : `The slowest took ${amount(slowest)} ms of ${amount(allowed)} ms allowed.`,
      state === undefined || state === "Active" ? undefined : `The function is ${toSingleLine(state, 60)}.`,
      configuration.LastUpdateStatus === "Failed" ? "Its last update failed." : undefined,
      metrics.problem,
    ];
    return report([...described(configuration), ...metrics.lines], findings, call.bytes);
  },
};

async function readConfiguration({ config, target, ask }: Call): Promise<FunctionConfiguration> {
  const { GetFunctionConfigurationCommand, LambdaClient } = await import("@aws-sdk/client-lambda");
  return closing(new LambdaClient(config), async (client) => {
    const { qualifier } = target.parts;
    const command = new GetFunctionConfigurationCommand({
      FunctionName: target.name,
      ...(qualifier === undefined ? {} : { Qualifier: qualifier }),
    });
    return await ask(CONFIGURATION, (options) => client.send(command, options));
  });
}

/** Environment variables hold secrets; not even their names are shown. */
function described(configuration: FunctionConfiguration): string[] {
  return factLines([
    ["Function", configuration.FunctionName],
    ["State", configuration.State],
    ["State reason", configuration.StateReason],
    ["Last update", configuration.LastUpdateStatus],
    ["Last update reason", configuration.LastUpdateStatusReason],
    ["Modified", configuration.LastModified],
    ["Runtime", configuration.Runtime],
    ["Memory, MB", configuration.MemorySize],
    ["Time limit, seconds", configuration.Timeout],
    ["Version", configuration.Version],
  ]);
}
