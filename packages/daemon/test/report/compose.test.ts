import { expect } from "chai";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { ReportRun } from "../../src/model/report.ts";
import { compose, type Reported } from "../../src/report/compose.ts";
import { makeReport } from "../../src/report/make.ts";
import { renderHtml, renderText } from "../../src/report/render.ts";
import type { ReportedAction } from "../../src/report/store.ts";
import { NOW } from "../store/samples.ts";

const HOSTILE = 'x"><script>alert(1)</script>\r\nBcc: eve@evil.example\u202E\u0007 & more';

const told = (given: Partial<ReportedAction> = {}): ReportedAction => ({
  id: "action-1",
  incidentId: "incident-1",
  actionType: "restart-service",
  serviceName: "checkout",
  environment: "production",
  mode: "live",
  performedBy: "anna",
  createdAt: NOW - 3 * HOUR_MS - 5 * MINUTE_MS,
  finishedAt: null,
  error: null,
  verification: null,
  ...given,
});

const run: ReportRun = {
  id: "run-1",
  organizationId: "acme",
  cadence: "daily",
  from: NOW - DAY_MS,
  until: NOW,
  deliveries: [],
  deletedCount: 0,
  totalActions: 0,
  failedActions: 0,
  pendingApprovals: 0,
  queuedExecutions: 0,
  status: "running",
  error: null,
  startedAt: NOW,
  completedAt: null,
};

const reported = (facts: Partial<Reported["facts"]> = {}, given: Partial<Reported> = {}): Reported => ({
  run,
  numbers: { totalActions: 12, failedActions: 2, pendingApprovals: 3, queuedExecutions: 1 },
  facts: {
    requested: 12,
    completed: 6,
    failed: 2,
    simulated: 0,
    rejected: 1,
    services: [],
    waiting: [],
    failures: [],
    ineffective: [],
    ...facts,
  },
  incidentsOpened: 4,
  auditHead: "a".repeat(64),
  attached: { rows: 12, all: true },
  timeZone: "Europe/Berlin",
  now: NOW,
  ...given,
});

describe("A report", () => {
  it("says what was done in figures and words that are read without HTML too", () => {
    const text = renderText(
      compose(
        reported({
          waiting: [told()],
          failures: [told({ finishedAt: NOW - HOUR_MS, error: "The rollout stood still." })],
          ineffective: [
            told({
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
    const simulated = told({ mode: "simulate", finishedAt: NOW - HOUR_MS, error: "There is nothing to send." });
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

  it("shows what callers wrote as single lines of text, in HTML and in plain text", () => {
    const hostile = told({
      actionType: HOSTILE,
      serviceName: HOSTILE,
      environment: HOSTILE,
      performedBy: HOSTILE,
      finishedAt: NOW,
      error: HOSTILE,
    });
    const services = [{ serviceName: HOSTILE, requested: 1, completed: 0, failed: 1, simulated: 0 }];
    const composed = compose(reported({ waiting: [hostile], failures: [hostile], ineffective: [hostile], services }));
    const html = renderHtml(composed);
    expect(html).not.to.match(/<script|\u202E|\u0007/);
    expect(html).to.contain("x&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; Bcc: eve@evil.example &amp; more");
    const text = renderText(composed);
    expect(text).not.to.match(/^\s*Bcc:/m);
    expect(text).not.to.match(/[\u202E\u0007\r]/);
  });

  it("breaks words that no column holds, so that a page isn't as wide as they are", () => {
    const word = "x".repeat(150);
    const html = renderHtml(compose(reported({ failures: [told({ finishedAt: NOW, error: word })] })));
    expect(html).to.match(new RegExp(`overflow-wrap:anywhere">${word}<`));
    expect(html).to.match(/"[^"]*top">checkout</);
  });

  it("leaves out of what systems answered what looks like a secret", () => {
    const error = "The host answered 401: Authorization: Bearer 8f14e45fceea167a5a36dedd4bea2543";
    const composed = compose(reported({ failures: [told({ finishedAt: NOW, error })] }));
    for (const text of [renderText(composed), renderHtml(composed)]) {
      expect(text).to.contain("The host answered 401").and.not.to.contain("8f14e45f");
    }
  });

  it("tells what retention deleted and what the attached file leaves out", () => {
    const given = { run: { ...run, deletedCount: 7 }, attached: { rows: 500, all: false } };
    const text = renderText(compose(reported({}, given)));
    expect(text).to.match(/^Deleted by retention: +7 audit rows$/m);
    expect(text).to.contain("the latest 500 actions requested in that time");
  });

  it("is counted without simulated failures in the numbers of its run", async () => {
    const { facts } = reported({ failed: 1, simulated: 3 });
    const tally = { PENDING_APPROVAL: 0, QUEUED: 0, EXECUTING: 0, COMPLETED: 0, FAILED: 4, REJECTED: 0 };
    const deps = {
      facts: { read: async () => facts, async *actions() {} },
      actions: { tallies: async () => ({ all: tally, simulated: tally }), auditHead: async () => null },
      incidents: { byHour: async () => new Map() },
      timeZone: "UTC",
    };
    const scope = { organizationId: "acme", actor: "system", permissions: [] };
    const job = { run } as Parameters<typeof makeReport>[2];
    expect((await makeReport(deps, scope, job, NOW)).numbers).to.include({ totalActions: 12, failedActions: 1 });
  });
});
