import { expect } from "chai";
import { compose } from "../../src/report/compose.ts";
import { makeReport } from "../../src/report/make.ts";
import { renderHtml, renderText } from "../../src/report/render.ts";
import { NOW } from "../store/samples.ts";
import { reported, reportedAction, run } from "./compose-samples.ts";

const HOSTILE = 'x"><script>alert(1)</script>\r\nBcc: eve@evil.example\u202E\u0007 & more';

describe("A report about hostile text", () => {
  it("shows what callers wrote as single lines of text, in HTML and in plain text", () => {
    const hostile = reportedAction({
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
    const html = renderHtml(compose(reported({ failures: [reportedAction({ finishedAt: NOW, error: word })] })));
    expect(html).to.match(new RegExp(`overflow-wrap:anywhere">${word}<`));
    expect(html).to.match(/"[^"]*top">checkout</);
  });

  it("leaves out of what systems answered what looks like a secret", () => {
    const error = "The host answered 401: Authorization: Bearer 8f14e45fceea167a5a36dedd4bea2543";
    const composed = compose(reported({ failures: [reportedAction({ finishedAt: NOW, error })] }));
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
