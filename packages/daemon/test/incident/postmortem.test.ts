import { expect } from "chai";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { TimelineEvent } from "../../src/model/timeline-event.ts";
import { NOW } from "../store/samples.ts";
import { diagnosis, draft } from "./postmortem-fixture.ts";
import { reported } from "./postmortem-samples.ts";

const moved = (from: string, to: string, minutes: number, actor = "Ada"): TimelineEvent =>
  reported("status_changed", minutes, { from, to }, { actor });

describe("The draft of a postmortem", () => {
  it("tells facts, durations, chronology and what came of the diagnosis", () => {
    const text = draft(
      {
        status: "RESOLVED",
        resolvedAt: NOW + 90 * MINUTE_MS,
        diagnosisStatus: "COMPLETED",
        diagnosis,
        duplicateCount: 3,
      },
      {
        timeline: [
          reported("incident_created", 0, {}, { actor: SYSTEM }),
          reported("assigned", 7.26, { assigneeId: "x" }),
          reported("remediation_completed", 60, {}, { title: "Restarted" }),
          reported("stakeholder_update_sent", 61),
          moved("INVESTIGATING", "RESOLVED", 90),
          reported("postmortem_drafted", 99),
        ],
        children: [{ title: "Cart fails", severity: "LOW", createdAt: NOW }],
      },
    );
    for (const line of [
      "| Time to acknowledge | 7 min |",
      "| Time to recovery | 1 h 30 min |",
      "> Connections ran out.",
      "> The pool was too small.",
      "Confidence of the diagnosis: 80 %. No change explains it.",
      "| 1 | Pool size | 80 % | e1 | e2 |",
      "- Services: checkout, cart.",
      "| 2026-11-21T12:00:00.000Z | LOW | Cart fails |",
      "| 2026-11-21T13:00:00.000Z | Ada | Restarted |  |",
      "- Enlarge the pool: Twice as many.",
      "Nothing that could be recorded.",
    ]) {
      expect(text).to.contain(`\n${line}\n`);
    }
    expect(text).not.to.contain("postmortem\\_drafted");
    expect(text).to.contain("- Duplicates, with those of merged incidents: 3. Last seen at");
  });

  it("says plainly what is missing", () => {
    const text = draft({ affectedServices: [] }, { entriesLeftOut: 12, moreChildren: true });
    for (const what of [
      "The end: the incident is OPEN.",
      "A time to acknowledge: nobody took the incident up.",
      "A diagnosis: no diagnosis was made.",
      "Services: the incident names none.",
      "Remediation actions: none are recorded.",
      "12 entries of the timeline",
      "Some of the merged incidents.",
    ]) {
      expect(text).to.contain(`- ${what}`);
    }
    expect(draft({ diagnosisStatus: "FAILED" })).to.contain("Not known: the diagnosis failed.");
    const open = { ...diagnosis, rootCause: "" };
    expect(draft({ diagnosisStatus: "INCONCLUSIVE", diagnosis: open })).to.contain("the evidence doesn't carry one");
  });

  it("leaves to people what only people know", () => {
    const headings = [...draft().matchAll(/^#+ .*$/gm)].map(([line]) => line);
    expect(headings).to.include.members(["## Lessons learned", "## Action items", "## Root cause", "## Impact"]);
    expect(draft().match(/_[Tt]o fill in\._/g)).to.have.length.greaterThan(5);
  });
});
