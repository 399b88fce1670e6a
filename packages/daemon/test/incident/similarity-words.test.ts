import { expect } from "chai";
import { mttrMinutes, topActions } from "../../src/incident/similar-incidents.ts";
import { type Compared, tellingWords } from "../../src/incident/similarity.ts";
import { incident, NOW } from "../store/samples.ts";
import { given } from "./similarity-samples.ts";

describe("The telling words of an incident", () => {
  const words = (fields: Partial<Compared>): string[] => tellingWords({ ...given, ...fields }).map(({ word }) => word);

  it("are those of the title first, without numbers, ids, paths and the names of its services", () => {
    expect(
      words({
        title: "Checkout-API answers 503: pool exhausted",
        description: "Trace 0198a111-2222-7333-8444-deadbeefcafe of /var/lib/app/x.db on host-17 was SLOW",
        affectedServices: ["checkout-api"],
      }),
    ).to.deep.equal(["answers", "pool", "exhausted", "trace", "slow"]);
  });

  it("are few, however long the text", () => {
    const deadLetters = (index: number): string =>
      index.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[+digit] ?? "");
    const description = Array.from({ length: 2000 }, (_, index) => `word${deadLetters(index)}`).join(" ");
    expect(words({ description })).to.have.length(32);
    expect(words({ title: "7", description: "\u202e 42 — 0xdeadbeef" })).to.deep.equal([]);
  });
});

describe("What helped", () => {
  it("is each action once, the most frequent first, and nothing that isn't a name", () => {
    const actions = ["restart-service", "scale-service", "rollback-deployment", "scale-service", 7, undefined, null];
    expect(topActions(actions)).to.deep.equal(["scale-service", "restart-service", "rollback-deployment"]);
  });

  it("took from creation to recovery, in minutes with one decimal", () => {
    expect(mttrMinutes(incident({ createdAt: NOW, resolvedAt: NOW + 90_500 }))).to.equal(1.5);
    expect(mttrMinutes(incident({ resolvedAt: null }))).to.equal(null);
  });
});
