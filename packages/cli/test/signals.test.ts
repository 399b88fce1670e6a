import { expect } from "chai";
import stringWidth from "string-width";
import {
  changeRiskText,
  deploymentRiskText,
  escalationText,
  preventiveText,
  priorityText,
} from "../src/format/signal.ts";
import { fakeSession } from "./fake-session.ts";
import { incident, json } from "./fake-tocsin.ts";
import { change, deployment, layout, plan, preventive, priority, sloContext, unmapped } from "./signal-samples.ts";

describe("commands about signals", () => {
  const fake = fakeSession();
  const { id } = incident();

  it("show the verdict first, then figures, and take a short id", async () => {
    await fake.serve({
      "GET /incidents": json([incident()]),
      [`GET /incidents/${id}/escalation-plan`]: json(plan),
      [`GET /incidents/${id}/change-risk`]: json(change),
    });
    const { stdout, code } = await fake.run(`signal escalation ${id.slice(0, 8)}`);
    expect(code).to.equal(0);
    expect(stdout.split("\n")[0]).to.equal("acknowledge due");
    expect(stdout).to.contain("Ada (ada@example.com), on call").and.not.to.contain("\u001b[2J");
    expect(JSON.parse((await fake.run(`signal change-risk ${id.slice(0, 8)} --json`)).stdout)).to.deep.equal(change);
  });

  it("show the remaining time and missed deadlines as text", () => {
    const text = escalationText(plan, layout);
    expect(text).to.match(/acknowledge +by .*, missed, 8 min ago/);
    expect(text).to.match(/escalate +by .*, 18 min left/);
  });

  it("show the error budget with an objective, and a missing catalog entry", () => {
    const text = priorityText(priority, layout);
    expect(text.split("\n")[0]).to.equal("P1 Critical");
    expect(text)
      .to.contain("41.3 %, used up in 3 h 18 min at this rate")
      .and.to.contain("fast burn, 12.3 % an hour over 1 h");
    const usedUp = (errorBudgetRemainingPct: number) =>
      priorityText({ ...priority, sloContext: { ...sloContext, errorBudgetRemainingPct } }, layout);
    expect(usedUp(0)).to.match(/^budget +used up$/m);
    expect(usedUp(-12592.1)).to.match(/^budget +used up 127 times over$/m);
    const without = priorityText({ ...priority, sloContext: unmapped }, layout);
    expect(without).to.contain("not in the catalog").and.not.to.contain("budget left");
  });

  it("show preventive actions, suspect changes and missing data", () => {
    expect(preventiveText(preventive, layout)).to.contain("now: Look at the pool (root-cause). It ran dry twice.");
    expect(changeRiskText(change, layout)).to.match(/^critical 87.5 of 100\n/);
    expect(changeRiskText(change, layout)).to.contain("checkout 1.4.2, four minutes before.");
    expect(deploymentRiskText(deployment, layout)).to.match(/latest +none/);
  });

  for (const width of [40, 80, 200]) {
    it(`their pages fit ${width} cells`, () => {
      const narrow = { ...layout, width };
      const text = [
        escalationText(plan, narrow),
        priorityText(priority, narrow),
        preventiveText(preventive, narrow),
        changeRiskText(change, narrow),
        deploymentRiskText(deployment, narrow),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
