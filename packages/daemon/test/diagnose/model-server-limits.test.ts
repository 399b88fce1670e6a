import type { ServerResponse } from "node:http";
import { expect } from "chai";
import { consulted, countedUsage } from "../support/consulting.ts";
import { beginStream, startModel } from "../support/models.ts";
import { emptyPicture } from "../support/pictures.ts";
import { modelClient } from "./model-client.ts";
import { sober } from "./model-failures.ts";

describe("A model's server within its limits", () => {
  const world = modelClient();

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
    const url = await world.serve((_asked, response) => {
      response.writeHead(307, { location: `${other.url}/chat/completions` });
      response.end();
    });
    const { analysis } = await consulted(url);
    expect(analysis.diagnosis.model?.status).to.equal("failed");
    expect(other.requests).to.have.length(0);
    await other.stop();
  });

  it("isn't asked past the tokens of the day, nor about nothing, nor what doesn't fit", async () => {
    const url = await world.serve(sober);
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
    expect(world.model?.requests).to.have.length(0);
  });

  it("that breaks off is paid for what it may have thought unseen, and no more than was reserved", async () => {
    const ends: ((response: ServerResponse) => void)[] = [() => undefined, (response) => response.end()];
    for (const end of ends) {
      const usage = countedUsage();
      const url = await world.serve((_asked, response) => {
        beginStream(response);
        end(response);
      });
      const { analysis } = await consulted(url, { usage, limits: { seconds: 1, runTokens: 20_000 } });
      const { promptTokens = 0, completionTokens } = analysis.diagnosis.model ?? {};
      expect(completionTokens).to.equal(5000);
      expect(usage.tokens)
        .to.equal(promptTokens + 5000)
        .and.to.be.below(20_000);
      await world.model?.stop();
    }
  });

  it("is left alone when the diagnosis is given up, which is the only thing that throws", async () => {
    const giveUp = new AbortController();
    const url = await world.serve((_asked, response) => {
      beginStream(response);
      giveUp.abort(new Error("stopped"));
    });
    const error = await consulted(url, { signal: giveUp.signal }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property("message", "stopped");
  });
});
