import {
  CreateListenerCommand,
  CreateLoadBalancerCommand,
  CreateTargetGroupCommand,
  ElasticLoadBalancingV2Client,
  RegisterTargetsCommand,
} from "@aws-sdk/client-elastic-load-balancing-v2";
import { CreateQueueCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect } from "chai";
import { ACCOUNT, look, OTHER_ACCOUNT, REGION, resource, roleOf } from "../support/aws.ts";
import { hasMoto, motoQuery } from "../support/moto.ts";
import { awsAccount } from "./aws-account.ts";

const moto = hasMoto();
const suite = moto ? describe : describe.skip;
const arn = (service: string, rest: string, account = ACCOUNT): string =>
  `arn:aws:${service}:${REGION}:${account}:${rest}`;

suite(`the cloud tools on a counterpart of AWS${moto ? "" : " (pending: moto_server isn't installed)"}`, function () {
  this.timeout(60_000);
  const world = awsAccount();

  it("getLoadBalancer5xxMetrics counts what failed and where, and names ill targets", async () => {
    const ec2 = (form: Record<string, string>): Promise<string> =>
      motoQuery(world.server, "ec2", "2016-11-15", form, world.config.credentials.accessKeyId);
    const subnets = [...(await ec2({ Action: "DescribeSubnets" })).matchAll(/<subnetId>(.*?)</g)].map(
      ([, id]) => id ?? "",
    );
    const VpcId = /<vpcId>(.*?)</.exec(await ec2({ Action: "DescribeVpcs" }))?.[1];
    const client = new ElasticLoadBalancingV2Client(world.config);
    const made = await client.send(new CreateLoadBalancerCommand({ Name: "front", Subnets: subnets.slice(0, 2) }));
    const LoadBalancerArn = made.LoadBalancers?.[0]?.LoadBalancerArn ?? "";
    const group = await client.send(
      new CreateTargetGroupCommand({ Name: "web", Protocol: "HTTP", Port: 80, VpcId, TargetType: "ip" }),
    );
    const TargetGroupArn = group.TargetGroups?.[0]?.TargetGroupArn;
    await client.send(
      new CreateListenerCommand({
        LoadBalancerArn,
        Protocol: "HTTP",
        Port: 80,
        DefaultActions: [{ Type: "forward", TargetGroupArn }],
      }),
    );
    await client.send(new RegisterTargetsCommand({ TargetGroupArn, Targets: [{ Id: "10.0.0.1", Port: 80 }] }));
    const LoadBalancer = LoadBalancerArn.split(":loadbalancer/")[1] ?? "";
    await world.put(
      "AWS/ApplicationELB",
      { LoadBalancer },
      { HTTPCode_Target_5XX_Count: 120, HTTPCode_ELB_5XX_Count: 3, RequestCount: 1000, TargetResponseTime: 1.5 },
    );
    for (const mapped of [{ resourceArn: LoadBalancerArn }, { resourceId: "front" }, { resourceId: LoadBalancer }]) {
      const { text, findings } = await look(world.server.url, "getLoadBalancer5xxMetrics", resource(mapped));
      expect(findings).to.deep.equal([
        "120 answers 5xx by targets and 3 by the load balancer itself, of 1,000 requests (12.3%).",
        "0 of 1 targets aren't healthy.",
        "Targets answered in up to 1.5 s on average.",
      ]);
      expect(text).to.include("Target group web: 1 targets\n  10.0.0.1:80: healthy");
    }
  });

  it("look at the account that the ARN names, with the role of that account", async () => {
    const roles = [roleOf(ACCOUNT), roleOf(OTHER_ACCOUNT)];
    const queue = (account: string) => resource({ resourceArn: arn("sqs", "only-here", account) });
    await new SQSClient(world.config).send(new CreateQueueCommand({ QueueName: "only-here" }));
    expect((await look(world.server.url, "getQueueBacklog", queue(ACCOUNT), { roles })).findings[0]).to.match(
      /^0 messages/,
    );
    expect(await world.failure(look(world.server.url, "getQueueBacklog", queue(OTHER_ACCOUNT), { roles }))).to.equal(
      "AWS knows no such resource: only-here.",
    );
  });

  it("say that a resource isn't there", async () => {
    for (const [type, id] of [
      ["getManagedDbHealth", "gone"],
      ["getQueueBacklog", "gone"],
      ["getFunctionErrors", "gone"],
      ["getCloudLogs", "/gone"],
      ["getLoadBalancer5xxMetrics", "gone"],
    ] as const) {
      const message = await world.failure(look(world.server.url, type, resource({ resourceId: id })));
      expect(message, type).to.equal(`AWS knows no such resource: ${id}.`);
    }
  });
});
