import { expect } from "chai";
import type { CloudTool, DiagnosticResource } from "../../src/model/diagnostic-tool.ts";
import { ProbeRefused } from "../../src/probe/prober.ts";
import {
  ACCOUNT,
  baseCredentials,
  type LookOptions,
  look,
  OTHER_ACCOUNT,
  REGION,
  resource,
  roleOf,
} from "../support/aws.ts";
import { type FakeAws, fakeAws } from "../support/fake-aws.ts";

const queue = (account = ACCOUNT, region = REGION): string => `arn:aws:sqs:${region}:${account}:mail`;

describe("cloud tools refuse, before AWS is asked anything,", () => {
  let canary: FakeAws;
  let restore: () => void;
  before(async () => {
    restore = baseCredentials();
    canary = await fakeAws((_request, response) => void response.writeHead(500).end());
  });
  after(async () => {
    restore();
    await canary.close();
  });

  const refused = async (
    type: CloudTool["type"],
    mapped: DiagnosticResource,
    options: LookOptions = {},
  ): Promise<string> => {
    const error = await look(canary.url, type, mapped, options).catch((thrown: unknown) => thrown);
    expect(error, JSON.stringify(mapped)).to.be.instanceOf(ProbeRefused);
    expect(canary.requests).to.deep.equal([]);
    return (error as ProbeRefused).message;
  };

  it("an account without a role", async () => {
    const message = await refused("getQueueBacklog", resource({ resourceArn: queue(OTHER_ACCOUNT) }));
    expect(message).to.match(/^The account 444455556666 is none that may be probed/);
    await refused("getQueueBacklog", resource({ resourceArn: queue() }), { roles: [] });
    await refused("getQueueBacklog", resource({ resourceId: "mail" }), { roles: [] });
  });

  it("an account that is open to another organization, as if there were no role", async () => {
    const roles = [roleOf(ACCOUNT, "depot")];
    const ofAnother = await refused("getQueueBacklog", resource({ resourceArn: queue() }), { roles });
    const ofNone = await refused("getQueueBacklog", resource({ resourceArn: queue() }), { roles: [] });
    expect(ofAnother).to.equal(ofNone);
    await refused("getQueueBacklog", resource({ resourceId: "mail" }), { roles });
  });

  it("an id alone where several accounts are open", async () => {
    const roles = [roleOf(ACCOUNT), roleOf(OTHER_ACCOUNT, "shop")];
    expect(await refused("getQueueBacklog", resource({ resourceId: "mail" }), { roles })).to.match(/by its ARN/);
  });

  it("a queue's address that names an account without a role", async () => {
    const url = `https://sqs.${REGION}.amazonaws.com/${OTHER_ACCOUNT}/mail`;
    await refused("getQueueBacklog", resource({ resourceId: url }));
  });

  it("a resource of another organization or provider", async () => {
    const mapped = resource({ resourceArn: queue() });
    await refused("getQueueBacklog", mapped, { organizationId: "depot" });
    await refused("getQueueBacklog", { ...mapped, provider: "gcp" });
  });

  it("another region than the mapped one, in the tool or the ARN", async () => {
    await refused("getQueueBacklog", resource({ resourceArn: queue() }), { tool: { region: "us-east-1" } });
    await refused("getQueueBacklog", resource({ resourceArn: queue(ACCOUNT, "us-east-1") }));
  });

  it("another partition than the role's", async () => {
    await refused("getQueueBacklog", resource({ resourceArn: queue().replace("aws", "aws-cn") }));
  });

  for (const region of [
    "",
    "eu-west-1.evil.test",
    "evil.test/#",
    "eu-west-1@evil.test",
    "127.0.0.1",
    "localhost:8080",
    "eu_west_1",
    "EU-WEST-1",
    "eu-west-1\n",
    "../eu-west-1",
    "eu-west",
    `${"a".repeat(100)}-west-1`,
  ]) {
    it(`what is no region: ${JSON.stringify(region.slice(0, 30))}`, async () => {
      await refused("getQueueBacklog", resource({ resourceId: "mail" }, { region }));
      await refused("getQueueBacklog", resource({ resourceArn: queue(ACCOUNT, region) }, { region }));
    });
  }

  for (const [type, names] of [
    [
      "getQueueBacklog",
      ["mail/../other", "mail?Action=DeleteQueue", "a".repeat(81), "http://evil.test/111122223333/mail"],
    ],
    ["getQueueBacklog", ["https://evil.test\\@sqs/111122223333/mail", "mail\n", "mail mail", "https://a/b/mail"]],
    ["getCloudLogs", ["group*", "group with space", "a".repeat(513), "grüppe", "group:stream"]],
    ["getManagedDbHealth", ["-db", "1db", "db/other", "db:other", "a".repeat(64)]],
    ["getLoadBalancer5xxMetrics", ["net/lb/0123456789abcdef", "app/lb/xyz", "lb/../other", "a".repeat(33)]],
    ["getFunctionErrors", ["fn/../../2015-03-31/functions", "fn%2f..", "arn:aws:lambda:fn", "fn:1:2", "fn?x"]],
    ["getContainerServiceHealth", ["a/b/c", "../web", "main/web web", "main/"]],
  ] as const) {
    for (const name of names) {
      it(`for ${type} the id ${JSON.stringify(name.slice(0, 50))}`, async () => {
        await refused(type, resource({ resourceId: name }));
      });
    }
  }

  for (const [type, arn] of [
    ["getQueueBacklog", `arn:aws:rds:${REGION}:${ACCOUNT}:db:orders`],
    ["getQueueBacklog", `arn:aws:sqs:${REGION}:${ACCOUNT}:mail:other`],
    ["getQueueBacklog", `arn:aws:sqs:${REGION}:12345:mail`],
    ["getQueueBacklog", `arn:aws:sqs::${ACCOUNT}:mail`],
    ["getQueueBacklog", ` arn:aws:sqs:${REGION}:${ACCOUNT}:mail`],
    ["getQueueBacklog", `arn:aws:sqs:${REGION}:${ACCOUNT}:mail\n`],
    ["getQueueBacklog", `arn:evil:sqs:${REGION}:${ACCOUNT}:mail`],
    ["getCloudLogs", `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:/shop:log-stream:one`],
    ["getManagedDbHealth", `arn:aws:rds:${REGION}:${ACCOUNT}:cluster:orders`],
    [
      "getLoadBalancer5xxMetrics",
      `arn:aws:elasticloadbalancing:${REGION}:${ACCOUNT}:loadbalancer/net/lb/0123456789abcdef`,
    ],
    ["getLoadBalancer5xxMetrics", `arn:aws:elasticloadbalancing:${REGION}:${ACCOUNT}:loadbalancer/classic`],
    ["getFunctionErrors", `arn:aws:lambda:${REGION}:${ACCOUNT}:layer:shared:1`],
    ["getContainerServiceHealth", `arn:aws:ecs:${REGION}:${ACCOUNT}:task/main/0123`],
    ["getContainerServiceHealth", `arn:aws:ecs:${REGION}:${ACCOUNT}:service/main/../web`],
  ] as const) {
    it(`for ${type} the ARN ${JSON.stringify(arn.replace("arn:aws:", ""))}`, async () => {
      await refused(type, resource({ resourceArn: arn }));
    });
  }
});
