import { CloudWatchClient, PutMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { expect } from "chai";
import { ProbeFailed } from "../../src/probe/prober.ts";
import { ACCOUNT, accountConfig, baseCredentials } from "../support/aws.ts";
import { type Moto, startMoto } from "../support/moto.ts";

/** The stores and helpers of the tests about the cloud tools on a counterpart of AWS${moto ? "" : " (pending: moto_server isn't installed)"}. */
export function awsAccount() {
  let server: Moto;
  let restore: () => void;
  let config: Awaited<ReturnType<typeof accountConfig>>;

  /** What is made with the account's own credentials stands in that account. */
  before(async () => {
    restore = baseCredentials();
    server = await startMoto();
    config = await accountConfig(server.url, ACCOUNT);
  });
  after(() => {
    server?.stop();
    restore?.();
  });

  const put = (
    namespace: string,
    dimensions: Record<string, string>,
    values: Record<string, number>,
  ): Promise<unknown> =>
    new CloudWatchClient(config).send(
      new PutMetricDataCommand({
        Namespace: namespace,
        MetricData: Object.entries(values).map(([MetricName, Value]) => ({
          MetricName,
          Value,
          Timestamp: new Date(Date.now() - 120_000),
          Dimensions: Object.entries(dimensions).map(([Name, each]) => ({ Name, Value: each })),
        })),
      }),
    );
  const failure = async (asked: Promise<unknown>): Promise<string> => {
    const error = await asked.catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ProbeFailed);
    return (error as ProbeFailed).message;
  };

  return {
    put,
    failure,
    get config() {
      return config;
    },
    get server() {
      return server;
    },
  };
}
