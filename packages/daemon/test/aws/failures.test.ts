import { expect } from "chai";
import { createAwsProber } from "../../src/adapters/aws/cloud-prober.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { ACCOUNT, look, roleOf } from "../support/aws.ts";
import { assumed, fakeAws, json } from "../support/fake-aws.ts";
import { awsFailuresWorld, mapped } from "./aws-failures-world.ts";

describe("cloud tools and an AWS that", function () {
  this.timeout(20_000);
  const world = awsFailuresWorld();

  it("is asked to assume the role for one incident, shortly, with no more rights than the tool needs", async () => {
    await world.answering((_request, response) => json(response, { events: [] }));
    await world.logs();
    const form = Object.fromEntries(new URLSearchParams(world.asked("AssumeRole")[0]?.body));
    expect(form).to.include({
      RoleArn: `arn:aws:iam::${ACCOUNT}:role/tocsin-probes`,
      RoleSessionName: `tocsin-${mapped.incidentId}`,
      DurationSeconds: "900",
      ExternalId: "shared-id",
    });
    expect(JSON.parse(form["Policy"] ?? "")).to.deep.equal({
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: ["logs:FilterLogEvents"], Resource: "*" }],
    });
    expect(world.asked("FilterLogEvents")[0]?.authorization).to.include("Credential=ASIAEXAMPLE/");
  });

  it("has given a session is not asked for another until it is about to end", async () => {
    let now = Date.now();
    world.aws = await fakeAws(({ operation }, response) =>
      operation === "AssumeRole" ? assumed(response, now + 15 * MINUTE_MS) : json(response, { events: [] }),
    );
    const prober = createAwsProber({
      roles: [roleOf(ACCOUNT)],
      externalId: undefined,
      endpointUrl: world.aws.url,
      clock: { now: () => now },
    });
    await world.logs({ prober });
    await world.logs({ prober });
    expect(world.asked("AssumeRole")).to.have.length(1);
    await look(world.aws.url, "getCloudLogs", { ...mapped, incidentId: "another" }, { prober });
    expect(world.asked("AssumeRole"), "another incident has a session of its own").to.have.length(2);
    now += 14 * MINUTE_MS;
    await world.logs({ prober });
    expect(world.asked("AssumeRole")).to.have.length(3);
  });

  it("is given words in quotes, so that none of them is an expression", async () => {
    await world.answering((_request, response) => json(response, { events: [] }));
    await world.logs({ tool: { contains: 'say "no" \\ { $.x = 1 }\n?' } });
    expect(JSON.parse(world.asked("FilterLogEvents")[0]?.body ?? "")).to.include({
      filterPattern: '"say \\"no\\" \\\\ { $.x = 1 } ?"',
      startFromHead: false,
      logGroupName: "/shop",
    });
  });

  it("sends hostile lines: each stays one line, within the bytes, at a time within the window", async () => {
    const message = `\u001b[31m\u0000a\r\nb\u2028c\u202ed ${"x".repeat(100_000)}`;
    const events = [{ timestamp: 1e20, message }, { timestamp: -1, message: "" }, {}];
    await world.answering((_request, response) => json(response, { events }));
    const { text } = await world.logs();
    expect(text.split("\n")).to.have.length(4);
    expect(text).to.include("[31m a b cd xxx");
    expect(text).not.to.match(/[\u0000-\u0009\u000b-\u001f\u2028\u202e]/);
    expect(text.length).to.be.below(5_000);
  });

  it("never comes to the last page is asked for so many and no more", async () => {
    await world.answering((_request, response) => json(response, { events: [], nextToken: "more" }));
    const { truncated } = await world.logs();
    expect(truncated).to.equal(true);
    expect(world.asked("FilterLogEvents")).to.have.length(20);
  });
});
