import type { ServerResponse } from "node:http";
import { expect } from "chai";
import { consulted, countedUsage, KEY } from "../support/consulting.ts";
import {
  beginStream,
  documentIn,
  type FakeModel,
  refuse,
  soberAnswer,
  startModel,
  streamAnswer,
  streamText,
} from "../support/models.ts";
import { emptyPicture } from "../support/pictures.ts";

type Behave = Parameters<typeof startModel>[0];

describe("A model's server", () => {
  let model: FakeModel | undefined;
  const serve = async (behave: Behave): Promise<string> => {
    model = await startModel(behave);
    return model.url;
  };
  afterEach(() => model?.stop());

  const sober: Behave = (asked, response) => streamAnswer(response, soberAnswer(documentIn(asked)));

  it("is asked once, with the key, for a streamed answer of a strict schema, and is offered no tools", async () => {
    await consulted(await serve(sober));
    const [asked] = model?.requests ?? [];
    expect(model?.requests).to.have.length(1);
    if (!asked) throw new Error("Nothing was asked.");
    expect(asked.path).to.equal("/v1/chat/completions");
    expect(asked.headers["authorization"]).to.equal(`Bearer ${KEY}`);
    expect(asked.body).to.include({ model: "fake", stream: true }).and.not.to.have.any.keys("tools", "functions");
    expect(asked.body["response_format"]).to.have.nested.property("json_schema.strict", true);
    expect(asked.body["max_tokens"]).to.be.within(500, 5000);
  });

  it("answers, and the diagnosis holds its words over the evidence, with what it cost", async () => {
    const usage = countedUsage();
    const { analysis } = await consulted(await serve(sober), { usage });
    expect(analysis.conclusive).to.equal(true);
    expect(analysis.diagnosis.rootCause).to.equal("The deployment of payments used up its connections.");
    expect(analysis.diagnosis.model).to.deep.include({ name: "fake", status: "used", reason: null, dropped: [] });
    expect(analysis.diagnosis.model).to.deep.include({ promptTokens: 1200, completionTokens: 300 });
    expect(usage.tokens).to.equal(1500);
  });

  it("is heard out while progress is told", async () => {
    const told: string[] = [];
    let now = 0;
    // Three seconds pass at each look.
    const clock = { now: () => (now += 3000) };
    await consulted(await serve(sober), { tell: (message) => void told.push(message), clock });
    expect(told.length).to.be.greaterThan(1);
    for (const message of told) expect(message).to.match(/^The model has answered [\d,]+ characters\.$/);
  });

  it("that leaves out what it doesn't know is asked again without it", async () => {
    const url = await serve((asked, response) => {
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
    expect(model?.requests.at(-1)?.body["max_completion_tokens"]).to.be.a("number");
    expect(model?.requests).to.have.length(4);
  });

  it("that thinks aloud and wraps its answer is understood", async () => {
    const url = await serve((asked, response) =>
      streamAnswer(
        response,
        `<think>{hm}</think>Here it is:\n\`\`\`json\n${JSON.stringify(soberAnswer(documentIn(asked)))}\n\`\`\``,
      ),
    );
    expect((await consulted(url)).analysis.diagnosis.model?.status).to.equal("used");
  });

  it("that is busy for a moment is asked again", async () => {
    const url = await serve((asked, response, call) => {
      if (call === 1) refuse(response, 429, "slow down", { headers: { "retry-after-ms": "5" } });
      else if (call === 2) refuse(response, 503, "later", { headers: { "retry-after-ms": "5" } });
      else streamAnswer(response, soberAnswer(documentIn(asked)));
    });
    expect((await consulted(url)).analysis.diagnosis.model?.status).to.equal("used");
  });

  const failing: Readonly<Record<string, { behave: Behave; reason: RegExp; seconds?: number }>> = {
    "is busy for long": {
      behave: (_asked, response) => refuse(response, 429, "slow down", { headers: { "retry-after-ms": "1" } }),
      reason: /no more questions for now.*\(429\)/,
    },
    "asks to come back later than there is time": {
      behave: (_asked, response) => refuse(response, 429, "slow down", { headers: { "retry-after": "30" } }),
      reason: /longer than 1 seconds/,
      seconds: 1,
    },
    "doesn't take the key, and repeats it": {
      behave: (_asked, response) => refuse(response, 401, `Incorrect API key provided: ${KEY}`),
      reason: /doesn't take the key \(401\)/,
    },
    "refuses the question, and repeats the key": {
      behave: (_asked, response) => refuse(response, 400, `Bad request of ${KEY}, see [help](https://evil.example/x)`),
      reason: /refused the question \(400\): .*Bad request of \[redacted\], see help/,
    },
    "doesn't know the model": {
      behave: (_asked, response) => refuse(response, 404, "no such model"),
      reason: /doesn't know the model fake/,
    },
    "answers with a page of HTML": {
      behave: (_asked, response) => {
        response.writeHead(500, { "content-type": "text/html", "x-should-retry": "false" });
        response.end("<html><body>Traceback: /srv/app/secret.py</body></html>");
      },
      reason: /failed \(500\)/,
    },
    "answers with HTML in place of a stream": {
      behave: (_asked, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        response.end("<html>Log in</html>");
      },
      reason: /broke off/,
    },
    "begins and says nothing more": {
      behave: (_asked, response) => beginStream(response),
      reason: /longer than 1 seconds/,
      seconds: 1,
    },
    "accepts and doesn't answer": { behave: () => undefined, reason: /longer than 1 seconds/, seconds: 1 },
    "hangs up in the middle": {
      behave: (asked, response) => {
        beginStream(response);
        streamText(response, JSON.stringify(soberAnswer(documentIn(asked))).slice(0, 500));
        setImmediate(() => response.destroy());
      },
      reason: /broke off/,
    },
    "stops at its token limit": {
      behave: (asked, response) =>
        streamAnswer(response, JSON.stringify(soberAnswer(documentIn(asked))).slice(0, 300), { finish: "length" }),
      reason: /cut off at its token limit/,
    },
    "says it is done with half an object": {
      behave: (asked, response) => streamAnswer(response, JSON.stringify(soberAnswer(documentIn(asked))).slice(0, 300)),
      reason: /not the JSON object/,
    },
    "refuses to answer": {
      behave: (_asked, response) => streamAnswer(response, "", { delta: { refusal: "I can't help with that." } }),
      reason: /refused to answer/,
    },
    "never stops": {
      behave: (_asked, response) => {
        beginStream(response);
        const more = (): void => {
          while (!response.destroyed) {
            if (
              !response.write(
                `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "x".repeat(1000) } }] })}\n\n`,
              )
            ) {
              response.once("drain", more);
              return;
            }
          }
        };
        more();
      },
      reason: /more than 64000 characters/,
    },
    "sends garbage": {
      behave: (_asked, response) => {
        beginStream(response);
        response.end(
          Buffer.concat([Buffer.from("data: "), Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]), Buffer.from("\n\n")]),
        );
      },
      reason: /broke off/,
    },
  };
  for (const [what, { behave, reason, seconds }] of Object.entries(failing)) {
    it(`that ${what} leaves the analyser's diagnosis standing and says so`, async () => {
      const url = await serve(behave);
      const { builtIn, analysis } = await consulted(url, seconds === undefined ? {} : { limits: { seconds } });
      const { model: part, ...diagnosis } = analysis.diagnosis;
      expect(part?.status).to.equal("failed");
      expect(part?.reason).to.match(reason);
      expect({ ...diagnosis, model: null }).to.deep.equal(builtIn.diagnosis);
      expect(analysis.conclusive).to.equal(builtIn.conclusive);
      expect(part?.reason).not.to.match(/canary|127\.0\.0\.1|https?:|srv\/app/);
    });
  }

  it("that isn't there leaves the analyser's diagnosis standing, and costs nothing", async () => {
    const gone = await startModel(() => undefined);
    await gone.stop();
    const usage = countedUsage();
    const withCredentials = gone.url.replace("http://", "http://user:hunter2@");
    for (const url of [gone.url, withCredentials]) {
      const { analysis } = await consulted(url, { usage, limits: { seconds: 10 } });
      expect(analysis.diagnosis.model?.reason).to.match(/^The model's server can't be reached/);
      expect(analysis.diagnosis.model?.reason).not.to.match(/hunter2|127/);
    }
    expect(usage.tokens).to.equal(0);
  });

  it("can't send the question on to another one", async () => {
    const other = await startModel(sober);
    const url = await serve((_asked, response) => {
      response.writeHead(307, { location: `${other.url}/chat/completions` });
      response.end();
    });
    const { analysis } = await consulted(url);
    expect(analysis.diagnosis.model?.status).to.equal("failed");
    expect(other.requests).to.have.length(0);
    await other.stop();
  });

  it("isn't asked past the tokens of the day, nor about nothing, nor what doesn't fit", async () => {
    const url = await serve(sober);
    const reasons: (string | null | undefined)[] = [];
    for (const options of [
      { limits: { dayTokens: 100 } },
      { picture: emptyPicture() },
      { limits: { runTokens: 1000 } },
    ]) {
      const { analysis } = await consulted(url, options);
      expect(analysis.diagnosis.model?.status).to.equal("skipped");
      reasons.push(analysis.diagnosis.model?.reason);
    }
    expect(reasons[0]).to.match(/100 tokens of this day/);
    expect(reasons[1]).to.match(/no evidence/);
    expect(reasons[2]).to.match(/doesn't fit into the 1,000 tokens/);
    expect(model?.requests).to.have.length(0);
  });

  it("that breaks off is paid for what it may have thought unseen, and no more than was reserved", async () => {
    const ends: ((response: ServerResponse) => void)[] = [() => undefined, (response) => response.end()];
    for (const end of ends) {
      const usage = countedUsage();
      const url = await serve((_asked, response) => {
        beginStream(response);
        end(response);
      });
      const { analysis } = await consulted(url, { usage, limits: { seconds: 1, runTokens: 20_000 } });
      const { promptTokens = 0, completionTokens } = analysis.diagnosis.model ?? {};
      expect(completionTokens).to.equal(5000);
      expect(usage.tokens)
        .to.equal(promptTokens + 5000)
        .and.to.be.below(20_000);
      await model?.stop();
    }
  });

  it("is left alone when the diagnosis is given up, which is the only thing that throws", async () => {
    const giveUp = new AbortController();
    const url = await serve((_asked, response) => {
      beginStream(response);
      giveUp.abort(new Error("stopped"));
    });
    const error = await consulted(url, { signal: giveUp.signal }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property("message", "stopped");
  });
});
