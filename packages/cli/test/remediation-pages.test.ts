import type { AuditEntry } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { listTable } from "../src/format/listing.ts";
import { policyDetails } from "../src/format/policy.ts";
import {
  auditListing,
  remediationPriorityText,
  remediationStatsText,
  verificationText,
} from "../src/format/remediation-stats.ts";
import { plainPaint } from "../src/text/paint.ts";
import { policy } from "./policy-sample.ts";

const entry: AuditEntry = {
  id: "0198c1d7-0000-7000-8000-00000000cc01",
  seq: 1,
  actionId: "3f2a9c1e-0000-4000-8000-000000000001",
  event: "approval_blocked",
  actor: "grace@example.com",
  at: "2026-11-20T08:01:00.000Z",
  content: { reason: "The freeze is known, and checkout is down all the same." },
  previousHash: "0",
  hash: "1",
};

describe("pages about remediation", () => {
  it("report that no action was executed, and not a rate of zero", () => {
    const none = { total: 1, pending: 1, executing: 0, completed: 0, failed: 0 };
    const counts = (all: typeof none, live: typeof none, successRate: number | null) =>
      remediationStatsText(
        { ...all, successRate: 100, simulated: all.total - live.total, live: { ...live, successRate } },
        { width: 80, paint: plainPaint },
      );
    expect(counts(none, none, null))
      .to.contain("no action was executed")
      .and.not.to.contain("SIMULATED");
    const some = { ...none, completed: 3, failed: 1 };
    expect(counts(some, some, 75)).to.contain("75 %");
  });

  it("count simulated actions apart, and in no rate", () => {
    const live = { total: 4, pending: 0, executing: 0, completed: 3, failed: 1 };
    const all = { total: 12, pending: 2, executing: 0, completed: 8, failed: 2 };
    const text = remediationStatsText(
      { ...all, successRate: 80, simulated: 8, live: { ...live, successRate: 75 } },
      { width: 80, paint: plainPaint },
    );
    expect(text).to.match(/^all +12, 8 of them SIMULATED$/m);
    expect(text).to.match(/^waiting +2, 2 of them SIMULATED$/m);
    expect(text).to.match(/^completed +3$/m);
    expect(text).to.match(/^failed +2, 1 of them SIMULATED$/m);
    expect(text).to.match(/^SIMULATED +5: nothing was changed/m);
    expect(text).to.match(/^success +75 %$/m);
  });

  for (const width of [40, 80, 200]) {
    it(`fit ${width} cells`, () => {
      const layout = { width, paint: plainPaint };
      const text = [
        policyDetails(policy, layout),
        listTable(auditListing([entry], "live"), { ...layout, now: Date.parse("2026-11-20T08:05:00Z") }),
        remediationPriorityText(
          {
            level: "high",
            label: "Somebody is needed soon",
            reason: "Three actions wait for approval, and two failed within the last day.",
            pendingApprovals: 3,
            activeExecutions: 0,
            failedInLast24h: 2,
          },
          layout,
        ),
        verificationText(
          { organizationId: "acme", valid: true, checked: 7, headHash: policy.version, firstBroken: null },
          layout,
        ),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
