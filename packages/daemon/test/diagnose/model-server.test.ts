import { expect } from "chai";
import { consulted, countedUsage, KEY } from "../support/consulting.ts";
import { documentIn, refuse, soberAnswer, streamAnswer } from "../support/models.ts";
import { modelClient } from "./model-client.ts";
import { failures, sober } from "./model-failures.ts";

describe("A model's server", () => {
  const world = modelClient();

  it("is asked once, with the key, for a streamed answer of a strict schema, and is offered no tools", async () => {
    await consulted(await world.serve(sober));
    const [asked] = world.model?.requests ?? [];
    expect(world.model?.requests).to.have.length(1);
    if (!asked) throw new Error("Nothing was asked.");
    expect(asked.path).to.equal("/v1/chat/completions");
    expect(asked.headers["authorization"]).to.equal(`Bearer ${KEY}`);
    expect(asked.body).to.include({ model: "fake", stream: true }).and.not.to.have.any.keys("tools", "functions");
    expect(asked.body["response_format"]).to.have.nested.property("json_schema.strict", true);
    expect(asked.body["max_tokens"]).to.be.within(500, 5000);
  });

  it("answers, and the diagnosis holds its words over the evidence, with what it cost", async () => {
    const usage = countedUsage();
    const { analysis } = await consulted(await world.serve(sober), { usage });
    expect(analysis.conclusive).to.equal(true);
    expect(analysis.diagnosis.rootCause).to.equal("The deployment of payments used up its connections.");
    expect(analysis.diagnosis.model).to.deep.include({ name: "fake", status: "used", reason: null, dropped: [] });
    expect(analysis.diagnosis.model).to.deep.include({ promptTokens: 1200, completionTokens: 300 });
    expect(usage.tokens).to.equal(1500);
  });

  it("is heard out while progress is told", async () => {
    const reported: string[] = [];
    let now = 0;
    // Three seconds pass at each look.
    const clock = { now: () => (now += 3000) };
    await consulted(await world.serve(sober), { tell: (message) => void reported.push(message), clock });
    expect(reported.length).to.be.greaterThan(1);
    for (const message of reported) expect(message).to.match(/^The model has answered [\d,]+ characters\.$/);
  });

  it("that leaves out what it doesn't know is asked again without it", async () => {
    const url = await world.serve((asked, response) => {
      const { body } = asked;
      if ("max_tokens" in body) {
        refuse(response, 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", {
          param: "max_tokens",
        });
      } else if ("temperature" in body) refuse(response, 400, "temperature does not support 0 with this model.");
      else if ("response_format" in body) refuse(response, 422, "json_schema is not supported");
      else streamAnswer(response, soberAnswer(documentIn(asked)), { usage: null });
    });
    const { analysis } = await consulted(url);
    expect(analysis.diagnosis.model?.status).to.equal("used");
    expect(world.model?.requests.at(-1)?.body["max_completion_tokens"]).to.be.a("number");
    expect(world.model?.requests).to.have.length(4);
  });

  it("that thinks aloud and wraps its answer is understood", async () => {
    const url = await world.serve((asked, response) =>
      streamAnswer(
        response,
        `<think>{hm}</think>Here it is:\n\`\`\`json\n${JSON.stringify(soberAnswer(documentIn(asked)))}\n\`\`\``,
      ),
    );
    expect((await consulted(url)).analysis.diagnosis.model?.status).to.equal("used");
  });

  it("that is busy for a moment is asked again", async () => {
    const url = await world.serve((asked, response, call) => {
      if (call === 1) refuse(response, 429, "slow down", { headers: { "retry-after-ms": "5" } });
      else if (call === 2) refuse(response, 503, "later", { headers: { "retry-after-ms": "5" } });
      else streamAnswer(response, soberAnswer(documentIn(asked)));
    });
    expect((await consulted(url)).analysis.diagnosis.model?.status).to.equal("used");
  });
  for (const [what, { behave, reason, seconds }] of Object.entries(failures)) {
    it(`that ${what} leaves the analyser's diagnosis standing and says so`, async () => {
      const url = await world.serve(behave);
      const { builtIn, analysis } = await consulted(url, seconds === undefined ? {} : { limits: { seconds } });
      const { model: part, ...diagnosis } = analysis.diagnosis;
      expect(part?.status).to.equal("failed");
      expect(part?.reason).to.match(reason);
      expect({ ...diagnosis, model: null }).to.deep.equal(builtIn.diagnosis);
      expect(analysis.conclusive).to.equal(builtIn.conclusive);
      expect(part?.reason).not.to.match(/canary|127\.0\.0\.1|https?:|srv\/app/);
    });
  }
});
