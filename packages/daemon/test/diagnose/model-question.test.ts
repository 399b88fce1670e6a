import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import { type Prompt, promptFor } from "../../src/diagnose/model/prompt.ts";
import { emptyPicture, metric, troubledPicture } from "../support/pictures.ts";
import { analysis, picture, prompt } from "./model-answer-support.ts";

describe("A question to a model", () => {
  it("is the same for the same picture", () => {
    expect(promptFor(picture, analysis, 100_000)).to.deep.equal(prompt);
  });

  it("keeps to its tokens, and leaves out what tells least", () => {
    const tight = promptFor(picture, analysis, prompt.tokens - 200) as Prompt;
    expect(tight.tokens).to.be.at.most(prompt.tokens - 200);
    expect(tight.exhibits).to.deep.equal(prompt.exhibits.slice(0, tight.exhibits.length));
    expect(promptFor(picture, analysis, 500)).to.equal(null);
  });

  it("isn't asked where there is no evidence", () => {
    expect(promptFor(emptyPicture(), analyse(emptyPicture()), 100_000)).to.equal(null);
  });

  it("names no pod that holds a secret", () => {
    const label = "pod=glpat-1a2b3c4d5e6f7g8h9i0j";
    const hostile = troubledPicture({
      metrics: [...picture.metrics, metric("payments", "cpu", 1, 9, { instance: label })],
    });
    const { data, schema, pods } = promptFor(hostile, analyse(hostile), 100_000) as Prompt;
    expect(pods).to.deep.equal(prompt.pods);
    expect(data + JSON.stringify(schema)).to.not.include("1a2b3c4d5e6f");
  });

  it("names services as they read when cleaned, and knows which is meant", () => {
    const name = "check\u200bout\u202e [x](http://evil.example)";
    const hostile = troubledPicture({ services: [...picture.services, { name, distance: 1, inCatalog: false }] });
    const { data, services } = promptFor(hostile, analyse(hostile), 100_000) as Prompt;
    expect(data).not.to.include("\u200b").and.not.to.include("\u202e");
    expect([...services.values()]).to.include(name);
    expect(services.get("checkout [x](http://evil.example)")).to.equal(name);
  });
});
