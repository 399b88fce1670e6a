import { expect } from "chai";
import { conditions, type Named, tuningRequests } from "./tuning-requests.ts";

const PREVIEW = "/correlation/rules/preview";

describe("the tuning of correlation rules over HTTP", function () {
  this.timeout(30_000);
  const world = tuningRequests();

  it("previews a draft on what is stored, and writes nothing", async () => {
    const [first, second] = [await world.open("cart"), await world.open("cart")];
    await world.open("pay");
    const draft = { rule: { conditions, action: "merge" } };
    const { samples, ...counts } = await world.done<{ samples: object[] }>(world.ask(PREVIEW, draft));
    expect(counts).to.deep.equal({ lookbackDays: 30, evaluated: 3, merged: 1, grouped: 0, suppressed: 0 });
    expect(samples).to.have.length(1);
    expect(samples[0]).to.deep.include({
      incidentId: second.id,
      relatedIncidentId: first.id,
      action: "merge",
      compared: { service: "cart" },
    });
    const unmerged = await world.done<Named[]>(world.ask("/incidents?deduplicated=true"));
    expect(unmerged).to.have.length(3);
    expect(await world.done(world.ask("/correlation/rules"))).to.deep.equal([]);
    expect(await world.done(world.ask("/correlation/decisions?action=merge"))).to.deep.equal([]);
  });

  it("takes a severity or signal type of nothing as all, as a rule does", async () => {
    await world.open("cart");
    await world.open("cart");
    const rule = { conditions: { ...conditions, severities: [], signalTypes: [] }, action: "suppress" };
    expect(await world.done(world.ask(PREVIEW, { rule, lookbackDays: 90 }))).to.include({
      lookbackDays: 90,
      suppressed: 1,
    });
  });

  it("names what is wrong with a draft", async () => {
    const rule = { conditions, action: "merge" };
    expect(await world.refused(PREVIEW, {})).to.equal("/rule");
    expect(await world.refused(PREVIEW, { rule, lookbackDays: 91 })).to.equal("/lookbackDays");
    expect(await world.refused(PREVIEW, { rule: { ...rule, action: "delete" } })).to.equal("/rule/action");
    const fields = { ...conditions, matchFields: [] };
    expect(await world.refused(PREVIEW, { rule: { ...rule, conditions: fields } })).to.equal(
      "/rule/conditions/matchFields",
    );
  });
});
