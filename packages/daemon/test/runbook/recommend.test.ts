import { expect } from "chai";
import { type RunbookEvidence, rankRunbooks } from "../../src/runbook/recommend.ts";
import type { RunbookOutline } from "../../src/runbook/runbook.ts";
import { NOW } from "../store/samples.ts";

const runbook = (id: string, given: Partial<RunbookOutline> = {}): RunbookOutline => ({
  id,
  organizationId: "acme",
  slug: id,
  title: id,
  ownerTeam: null,
  status: "published",
  actionTags: [],
  latestVersion: "1.0.0",
  createdBy: "ada",
  actor: "ada",
  changeSummary: null,
  createdAt: NOW,
  updatedAt: NOW,
  ...given,
});
const evidence = (given: Partial<RunbookEvidence>): RunbookEvidence => ({
  actionTypes: [],
  namedIds: [],
  similar: [],
  ...given,
});
const ids = (runbooks: readonly RunbookOutline[], given: Partial<RunbookEvidence>, most = 10): string[] =>
  rankRunbooks(runbooks, evidence(given), most).map(({ runbookId }) => runbookId);

describe("the ranking of runbooks", () => {
  it("adds up what speaks for a runbook, and says what that is", () => {
    const [first] = rankRunbooks(
      [runbook("a", { actionTags: ["restart-service"] })],
      {
        actionTypes: ["rollback-deployment", "restart-service"],
        namedIds: ["a"],
        similar: [
          { score: 0.8, recovered: true, runbookIds: ["a", "b"] },
          { score: 0.3, recovered: true, runbookIds: ["a"] },
          { score: 0.5, recovered: false, runbookIds: ["a"] },
          { score: 0.9, recovered: true, runbookIds: ["b"] },
        ],
      },
      10,
    );
    // 1 (named) + 1/2 (second action type) + 0.8 + 0.3 (recovered) + 0.5/2 (not recovered)
    expect(first).to.deep.equal({
      runbookId: "a",
      score: 2.85,
      reasons: [
        "A suggested fix names it.",
        "It applies to restart-service, action type 2 of the diagnosis.",
        "It is linked to 2 similar incidents that recovered.",
        "It is linked to 1 similar incident not recovered yet, which counts half.",
      ],
    });
  });

  it("leaves out what nothing speaks for", () => {
    const given = { actionTypes: ["restart-service"], similar: [{ score: 0.9, recovered: true, runbookIds: ["x"] }] };
    expect(ids([runbook("a"), runbook("b", { actionTags: ["scale-service"] })], given)).to.deep.equal([]);
  });

  it("prefers where it recovered to where it hasn't yet, and the better fix to the next", () => {
    const similar = [
      { score: 0.6, recovered: false, runbookIds: ["open"] },
      { score: 0.6, recovered: true, runbookIds: ["recovered"] },
    ];
    expect(ids([runbook("open"), runbook("recovered")], { similar })).to.deep.equal(["recovered", "open"]);
    const tagged = [runbook("second", { actionTags: ["b"] }), runbook("first", { actionTags: ["a"] })];
    expect(ids(tagged, { actionTypes: ["a", "b"] })).to.deep.equal(["first", "second"]);
  });

  it("gains nothing from tags for everything, and orders equals by tags, change and id", () => {
    const equals = [
      runbook("everything", { actionTags: ["a", "b", "c"] }),
      runbook("d", { actionTags: ["a"] }),
      runbook("c", { actionTags: ["a"] }),
      runbook("changed", { actionTags: ["a"], updatedAt: NOW + 1 }),
    ];
    const order = ["changed", "c", "d", "everything"];
    expect(ids(equals, { actionTypes: ["a", "b", "c"] })).to.deep.equal(order);
    expect(ids([...equals].reverse(), { actionTypes: ["a", "b", "c"] })).to.deep.equal(order);
    expect(ids(equals, { actionTypes: ["a", "b", "c"] }, 2)).to.deep.equal(order.slice(0, 2));
  });
});
