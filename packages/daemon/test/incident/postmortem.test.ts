import { expect } from "chai";
import fc from "fast-check";
import { milestonesOf } from "../../src/incident/milestones.ts";
import { type PostmortemSource, postmortemOf } from "../../src/incident/postmortem.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Evidence } from "../../src/model/diagnosis.ts";
import type { Incident } from "../../src/model/incident.ts";
import { SYSTEM } from "../../src/model/scope.ts";
import type { TimelineEvent, TimelineEventType } from "../../src/model/timeline-event.ts";
import { diagnosisOf, fixOf } from "../store/diagnosis-sample.ts";
import { incident, NOW } from "../store/samples.ts";

const told = (
  type: TimelineEventType,
  minutes: number,
  metadata: Readonly<Record<string, unknown>> = {},
  more: Partial<TimelineEvent> = {},
): TimelineEvent => ({
  id: `${type} ${minutes}`,
  incidentId: "x",
  type,
  actor: "Ada",
  title: `title of ${type}`,
  detail: "",
  metadata,
  createdAt: NOW + minutes * MINUTE_MS,
  ...more,
});
const moved = (from: string, to: string, minutes: number, actor = "Ada"): TimelineEvent =>
  told("status_changed", minutes, { from, to }, { actor });

const draft = (given: Partial<Incident> = {}, more: Partial<PostmortemSource> = {}): string =>
  postmortemOf({
    incident: incident(given),
    timeline: [],
    entriesLeftOut: 0,
    children: [],
    moreChildren: false,
    drafted: false,
    ...more,
  });

const seen = (given: Partial<Evidence>): Evidence => ({
  id: "e",
  kind: "log",
  service: "api",
  summary: "",
  at: "2026-11-21T12:00:00.000Z",
  ref: null,
  ...given,
});

const diagnosis = diagnosisOf({
  rootCause: "The pool was too small.",
  summary: "Connections ran out.",
  impactedServices: ["cart"],
  confidenceScore: 0.8,
  changeAtFault: false,
  hypotheses: [
    {
      rank: 1,
      cause: "Pool size",
      service: "api",
      metric: null,
      change: null,
      confidence: 0.8,
      evidence: ["e1"],
      counterEvidence: ["e2"],
    },
  ],
  suggestedFixes: [fixOf({ title: "Enlarge the pool", description: "Twice as many." })],
  evidence: [seen({ id: "e1", summary: "pool exhausted" })],
});

describe("The milestones of an incident", () => {
  const of = (...timeline: readonly TimelineEvent[]) => milestonesOf(incident(), timeline);

  it("say that it was acknowledged by the first assignment or the first move out of OPEN", () => {
    const assigned = told("assigned", 4, { assigneeId: "bob" }, { actor: "Bob" });
    const taken = moved("OPEN", "INVESTIGATING", 6);
    expect(of(assigned, taken)).to.include({ acknowledgedAt: assigned.createdAt, acknowledgedBy: "Bob" });
    expect(of(taken, assigned)).to.include({ acknowledgedAt: taken.createdAt, acknowledgedBy: "Ada" });
    expect(of(moved("OPEN", "CLOSED", 2)).acknowledgedAt).to.equal(NOW + 2 * MINUTE_MS);
  });

  it("say that nobody acknowledged what recovered by itself or was taken from somebody", () => {
    const alone = moved("OPEN", "RESOLVED", 15, SYSTEM);
    expect(of(told("assigned", 1, { assigneeId: null }), alone)).to.include({
      acknowledgedAt: null,
      acknowledgedBy: null,
    });
    expect(of(moved("OPEN", "INVESTIGATING", 3, SYSTEM)).acknowledgedAt, "a diagnosis began").to.equal(null);
  });

  it("count how often it came back, and tell what it was raised to", () => {
    const again = of(
      moved("OPEN", "RESOLVED", 1),
      moved("RESOLVED", "OPEN", 2),
      told("duplicate_observed", 3, { severityRaisedTo: "CRITICAL" }),
      moved("OPEN", "RESOLVED", 4),
      moved("RESOLVED", "CLOSED", 5),
    );
    expect(again.reopened).to.equal(1);
    expect(again.raised).to.deep.equal([{ severity: "CRITICAL", at: NOW + 3 * MINUTE_MS }]);
  });
});

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
          told("incident_created", 0, {}, { actor: SYSTEM }),
          told("assigned", 7.26, { assigneeId: "x" }),
          told("remediation_completed", 60, {}, { title: "Restarted" }),
          told("stakeholder_update_sent", 61),
          moved("INVESTIGATING", "RESOLVED", 90),
          told("postmortem_drafted", 99),
        ],
        children: [{ title: "Cart fails", severity: "LOW", createdAt: NOW }],
      },
    );
    for (const line of [
      "| Time to acknowledge | 7.3 minutes |",
      "| Time to recovery | 90 minutes |",
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

  it("keeps its form whatever the texts hold", () => {
    const formOf = (text: string): string[] =>
      text
        .split("\n")
        .map((line) =>
          line.startsWith("#")
            ? line.startsWith("# ")
              ? "title"
              : line
            : `${line.slice(0, 2)} ${line.match(/(?<!\\)\|/g)?.length ?? 0}`,
        );
    const made = (hostile: string): string =>
      draft(
        {
          title: hostile,
          environment: hostile,
          primaryService: hostile,
          affectedServices: [hostile],
          diagnosis: { ...diagnosis, evidence: [seen({ id: hostile, summary: hostile, at: hostile })] },
        },
        { timeline: [told("note", 1, {}, { actor: hostile, title: hostile, detail: hostile })] },
      );
    const pieces = [
      "\n",
      "\r",
      "# ",
      "## x",
      "|",
      "\\",
      "- ",
      "1. ",
      "> ",
      "```",
      "<b>",
      "[a](b)",
      "---",
      "\u2028",
      "a",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), (drawn) => {
        expect(formOf(made(`x${drawn.join("")}`))).to.deep.equal(formOf(made("x")));
      }),
    );
  });
});
