import { expect } from "chai";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { compose } from "../../src/report/compose.ts";
import { renderText } from "../../src/report/render.ts";
import { NOW } from "../store/samples.ts";
import { reported, reportedAction } from "./compose-samples.ts";

describe("A report", () => {
  it("says what was done in figures and words that are read without HTML too", () => {
    const text = renderText(
      compose(
        reported({
          waiting: [reportedAction()],
          failures: [reportedAction({ finishedAt: NOW - HOUR_MS, error: "The rollout stood still." })],
          ineffective: [
            reportedAction({
              finishedAt: NOW - 2 * HOUR_MS,
              verification: { status: "ineffective", checkedAt: NOW, reason: "Errors went on." },
            }),
          ],
          services: [{ serviceName: "checkout", requested: 12, completed: 6, failed: 2, simulated: 0 }],
        }),
      ),
    );
    expect(text).to.contain("What Tocsin did for acme from 2026-11-20 13:00 to 2026-11-21 13:00 (Europe/Berlin).");
    expect(text).to.match(/^Actions requested: +12$/m);
    expect(text).to.match(/^Success rate: +75 %$/m);
    expect(text).to.match(/^Waiting for approval now: +3$/m);
    expect(text).to.match(/^Incidents opened: +4$/m);
    expect(text).to.contain("Waiting: 3 h 5 min");
    expect(text).to.contain("Reason: The rollout stood still.");
    expect(text).to.contain("What was seen: Errors went on.");
    expect(text).to.contain("* checkout\n    Requested: 12\n    Completed: 6\n    Failed: 2");
    expect(text).to.contain(`Newest entry of the audit log: ${"a".repeat(64)}`);
  });

  it("leaves simulated actions out of its rate, and shows each as simulated", () => {
    const simulated = reportedAction({
      mode: "simulate",
      finishedAt: NOW - HOUR_MS,
      error: "There is nothing to send.",
    });
    const services = [{ serviceName: "checkout", requested: 4, completed: 1, failed: 1, simulated: 2 }];
    const facts = { completed: 1, failed: 1, simulated: 2, services };
    const text = renderText(compose(reported({ ...facts, waiting: [simulated], failures: [simulated] })));
    expect(text).to.match(/^Completed: +1$/m);
    expect(text).to.match(/^Failed: +1$/m);
    expect(text).to.match(/^Simulated \(nothing was touched\): +2$/m);
    expect(text).to.match(/^Success rate: +50 %$/m);
    expect(text).to.contain("Some actions were simulated: nothing was touched by them, and no rate counts them.");
    expect(text).to.contain("Status: PENDING_APPROVAL (would be simulated)");
    expect(text).to.contain("Status: FAILED (simulated)");
    expect(text).to.contain("Failed: 1\n    Simulated: 2");
  });

  it("says plainly where there is nothing to tell", () => {
    const none = reported({ completed: 0, failed: 0 }, { auditHead: null });
    const text = renderText(compose(none));
    expect(text).to.contain("Nothing waits for approval.");
    expect(text).to.contain("Nothing failed.");
    expect(text).to.match(/^Success rate: +– \(none was executed\)$/m);
    expect(text).to.contain("The audit log is empty.");
  });
});
