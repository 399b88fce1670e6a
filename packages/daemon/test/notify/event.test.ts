import { expect } from "chai";
import { SYSTEM } from "../../src/model/scope.ts";
import type { TimelineEntry } from "../../src/model/timeline-event.ts";
import { eventFor, eventOf, filterReason, type NotificationFilter } from "../../src/notify/event.ts";
import { incident } from "../store/samples.ts";

const entry = (given: Partial<TimelineEntry>): TimelineEntry => ({
  type: "note",
  actor: SYSTEM,
  title: "t",
  detail: "d",
  metadata: {},
  ...given,
});

describe("what channels are told", () => {
  it("is what the timeline says, by the same name", () => {
    expect(eventOf(entry({ type: "incident_created" }))).to.equal("incident_created");
    expect(eventOf(entry({ type: "remediation_checked" }))).to.equal("remediation_checked");
    for (const type of ["duplicate_observed", "grouped", "runbook_linked", "handoff", "note"] as const) {
      expect(eventOf(entry({ type })), type).to.equal(undefined);
    }
  });

  it("is of what the built-in correlation merges only that another service is concerned", () => {
    const merged = (metadata: TimelineEntry["metadata"]) => eventOf(entry({ type: "merged", metadata }));
    expect(merged({ ruleId: null })).to.equal(undefined);
    expect(merged({ ruleId: null, servicesAdded: ["cart"] })).to.equal("merged");
    expect(merged({ ruleId: "a rule" })).to.equal("merged");
  });

  it("is an incident that is created to those whose service a merge makes concerned", () => {
    const grown = incident({ affectedServices: ["checkout", "cart"] });
    const given = entry({ type: "merged", metadata: { servicesAdded: ["cart"] } });
    const event = (filter: Partial<NotificationFilter>) =>
      eventFor({ events: [], minSeverity: null, services: [], ...filter }, "merged", grown, given);
    expect(event({ services: ["cart"] })).to.equal("incident_created");
    expect(event({ services: ["cart"], events: ["incident_created"] })).to.equal("incident_created");
    expect(event({ services: ["cart"], events: ["merged"] })).to.equal("merged");
    expect(event({ services: ["cart", "checkout"] })).to.equal("merged");
    expect(event({})).to.equal("merged");
  });

  it("is an approval where a request waits for one", () => {
    const type = "remediation_requested";
    expect(eventOf(entry({ type, metadata: { status: "PENDING_APPROVAL" } }))).to.equal("approval_requested");
    expect(eventOf(entry({ type, metadata: { status: "QUEUED" } }))).to.equal(undefined);
  });

  it("is no approval that lapses where a caller's own note says so", () => {
    const metadata = { eventKind: "approval_expiring" };
    expect(eventOf(entry({ metadata }))).to.equal("approval_expiring");
    expect(eventOf(entry({ metadata, actor: "Mallory" }))).to.equal(undefined);
  });

  it("passes a filter whose conditions all hold, or is kept back for a reason", () => {
    const all: NotificationFilter = { events: [], minSeverity: null, services: [] };
    const reason = (filter: Partial<NotificationFilter>, given = {}) =>
      filterReason({ ...all, ...filter }, "status_changed", incident({ severity: "HIGH", ...given }));
    expect(reason({})).to.equal("wanted");
    expect(reason({ events: ["status_changed"], minSeverity: "HIGH", services: ["checkout"] })).to.equal("wanted");
    expect(reason({ events: ["escalated"] })).to.equal("event");
    expect(reason({ minSeverity: "CRITICAL" })).to.equal("severity");
    expect(reason({ minSeverity: "LOW" })).to.equal("wanted");
    expect(reason({ services: ["ledger"] })).to.equal("service");
    expect(reason({}, { parentIncidentId: "parent" })).to.equal("merged");
  });
});
