import type { RemediationPreview } from "@tocsin/sdk";
import { expect } from "chai";
import { boardFrame } from "../src/board/board-frame.ts";
import type { BoardEvent } from "../src/board/board-reducer.ts";
import type { BoardState } from "../src/board/board-state.ts";
import { screenReaderLines } from "../src/board/screen-reader-view.ts";
import { plainPaint } from "../src/text/paint.ts";
import { action, afterEvents, boardWith, now, numbered, pressKeys, type } from "./board-states.ts";

describe("approvals on a board", () => {
  const board = pressKeys(boardWith(numbered(2), {}, { type: "pending", actions: [action()] }), "4").state;
  /** What policy answers; nothing stands against the action where nothing else is given. */
  const policyChecked = (fields: Partial<RemediationPreview> = {}): BoardEvent => ({
    type: "policyChecked",
    actionId: action().id,
    policyCheck: {
      preview: {
        verdict: "manual",
        status: null,
        rules: [],
        environments: [{ environment: "production", source: "catalog", about: "checkout-api" }],
        violations: [],
        plan: action().plan,
        planHash: action().planHash,
        fourEyes: false,
        approvalTtlMinutes: 60,
        ...fields,
      },
    },
  });
  const words = (state: BoardState) => screenReaderLines(state, now).join(" ").replace(/\s+/g, " ");

  it("check the policy first, and approve only after y and Enter", () => {
    const asked = pressKeys(board, "y");
    expect(asked.effects).to.deep.equal([{ do: "checkPolicy", action: action() }]);
    expect(asked.state.mode).to.deep.include({ kind: "confirm", field: "answer", answer: "" });
    expect(pressKeys(asked.state, "enter").effects).to.deep.equal([]);
    expect(pressKeys(asked.state, "y", "enter").effects).to.deep.equal([
      { do: "approve", action: action(), reason: undefined },
    ]);
  });

  it("need a reason if a guardrail blocks them, even if y was typed before the check", () => {
    const typed = pressKeys(board, "y", "y").state;
    const known = afterEvents(typed, policyChecked({ violations: ["freeze: no changes today"] }));
    expect(known.mode).to.deep.include({ field: "reason", answer: "" });
    const without = pressKeys(known, "enter", "y", "enter");
    expect(without.effects).to.deep.equal([]);
    expect(without.state.failures[0]).to.contain("Give a reason");
    expect(pressKeys(known, ...type("it burns"), "enter", "y", "enter").effects).to.deep.equal([
      { do: "approve", action: action(), reason: "it burns" },
    ]);
  });

  it("ask again if the approval itself meets a guardrail", () => {
    const violations = ["cooldown: too soon"];
    const blocked = afterEvents(board, {
      type: "blocked",
      action: action(),
      violations,
      detail: "A reason overrides it.",
    });
    expect(words(blocked)).to.contain("A reason overrides it.").and.not.contain("is being asked");
    expect(blocked.mode).to.deep.include({ kind: "confirm", field: "reason", violations: ["cooldown: too soon"] });
  });

  it("ask for no reason if the policy denies the action", () => {
    const denied = afterEvents(
      pressKeys(board, "y").state,
      policyChecked({ verdict: "deny", violations: ["never denies it"] }),
    );
    expect(denied.mode).to.deep.include({ field: "answer" });
    expect(words(denied)).to.contain("Only a change of the policy can allow it").and.not.contain("gives a reason");
  });

  it("never show suggested actions as automatic", () => {
    const suggested = action({ origin: "suggestion" });
    const asked = pressKeys(afterEvents(board, { type: "pending", actions: [suggested] }), "y").state;
    const rules = [{ rule: "by-itself", says: "auto" as const, reason: "It is harmless." }];
    expect(words(afterEvents(asked, policyChecked({ verdict: "auto", rules }))))
      .to.contain("The policy's verdict is now: manual.")
      .and.contain("always needs approval");
    expect(words(afterEvents(pressKeys(board, "y").state, policyChecked({ verdict: "auto", rules })))).to.contain(
      "now: auto.",
    );
  });

  it("are counted with a plus at the maximum of a page", () => {
    const waiting = (count: number) =>
      afterEvents(board, {
        type: "pending",
        actions: Array.from({ length: count }, (_, n) => action({ id: `a${n}` })),
      });
    expect(boardFrame(waiting(500), now, plainPaint)[1]).to.contain("pending approvals 500+");
    expect(boardFrame(waiting(499), now, plainPaint)[1]).to.contain("pending approvals 499]");
  });

  it("clean texts of the policy and the server", () => {
    const hostile = "bad\u001b[2J\u009b31m\u202etext";
    const rules = [{ rule: hostile, says: "block" as const, reason: hostile }];
    const asked = pressKeys(board, "y").state;
    for (const event of [
      policyChecked({ violations: [hostile], rules }),
      { type: "policyChecked", actionId: action().id, policyCheck: { failure: hostile } },
      { type: "policyChecked", actionId: action().id, policyCheck: { refusal: hostile } },
    ] as const)
      for (const line of [
        ...boardFrame(afterEvents(asked, event), now, plainPaint),
        ...screenReaderLines(afterEvents(asked, event), now),
      ])
        expect(line).not.to.match(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it("show other obstacles before the approval is sent", () => {
    const own = afterEvents(board, { type: "pending", actions: [action({ performedBy: "ada" })] });
    expect(words(afterEvents(pressKeys(own, "y").state, policyChecked({ fourEyes: true })))).to.contain(
      "You requested this action",
    );
    expect(words(afterEvents(pressKeys(board, "y").state, policyChecked({ fourEyes: true })))).not.to.contain(
      "You requested",
    );
    expect(words(afterEvents(pressKeys(board, "y").state, policyChecked({ planHash: "other" })))).to.contain(
      "The plan has changed",
    );
    expect(words(afterEvents(pressKeys(board, "y").state, policyChecked()))).not.to.contain("The plan has changed");
  });

  it("are not possible once the board is read-only, even with an open question", () => {
    const readOnly = pressKeys(board, ":", ...type("readonly"), "enter").state;
    const violations = ["cooldown: too soon"];
    const late = afterEvents(readOnly, { type: "blocked", action: action(), violations, detail: "x" });
    expect(late.mode).to.deep.equal({ kind: "browse" });
    const question = { ...pressKeys(board, "y").state, readOnly: true };
    expect(pressKeys(question, "y", "enter").effects).to.deep.equal([]);
  });

  it("reject with an optional reason", () => {
    expect(pressKeys(board, "n", "enter", "y", "enter").effects).to.deep.equal([
      { do: "reject", action: action(), reason: undefined },
    ]);
    expect(pressKeys(board, "n", ...type("no"), "enter", "enter").effects).to.deep.equal([]);
  });

  it("are not confirmed by pasting", () => {
    const asked = pressKeys(board, "y").state;
    expect(afterEvents(asked, { type: "pasted", text: "y\r" }).mode).to.deep.include({ answer: "" });
    expect(afterEvents(board, { type: "pasted", text: "y" }).mode).to.deep.equal({ kind: "browse" });
  });
});
