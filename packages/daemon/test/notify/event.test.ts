import { expect } from "chai";
import { SYSTEM } from "../../src/model/scope.ts";
import type { TimelineEntry } from "../../src/model/timeline-event.ts";
import {
  eventFor,
  eventsOf,
  filterReason,
  type NotificationEvent,
  type NotificationFilter,
} from "../../src/notify/event.ts";
import { incident } from "../store/samples.ts";

const entry = (given: Partial<TimelineEntry>): TimelineEntry => ({
  type: "note",
  actor: SYSTEM,
  title: "t",
  detail: "d",
  metadata: {},
  ...given,
});

const ALL: NotificationFilter = { events: [], minSeverity: null, services: [] };

describe("what channels are told", () => {
  it("is what the timeline says, by the same name", () => {
    expect(eventsOf(entry({ type: "incident_created" }))).to.deep.equal(["incident_created"]);
    expect(eventsOf(entry({ type: "remediation_checked" }))).to.deep.equal(["remediation_checked"]);
    for (const type of ["duplicate_observed", "grouped", "runbook_linked", "handoff", "note"] as const) {
      expect(eventsOf(entry({ type })), type).to.deep.equal([]);
    }
  });

  it("is of what the built-in correlation merges only that another service is concerned", () => {
    const merged = (metadata: TimelineEntry["metadata"]) => eventsOf(entry({ type: "merged", metadata }));
    expect(merged({ ruleId: null })).to.deep.equal([]);
    expect(merged({ ruleId: null, servicesAdded: ["cart"] })).to.deep.equal(["merged"]);
    expect(merged({ ruleId: "a rule" })).to.deep.equal(["merged"]);
  });

  it("is an incident that is created to those whose service a merge makes concerned", () => {
    const grown = incident({ affectedServices: ["checkout", "cart"] });
    const given = entry({ type: "merged", metadata: { servicesAdded: ["cart"] } });
    const event = (filter: Partial<NotificationFilter>) => eventFor({ ...ALL, ...filter }, ["merged"], grown, given);
    expect(event({ services: ["cart"] })).to.equal("incident_created");
    expect(event({ services: ["cart"], events: ["incident_created"] })).to.equal("incident_created");
    expect(event({ services: ["cart"], events: ["merged"] })).to.equal("merged");
    expect(event({ services: ["cart", "checkout"] })).to.equal("merged");
    expect(event({})).to.equal("merged");
  });

  it("is an approval where a request waits for one", () => {
    const type = "remediation_requested";
    expect(eventsOf(entry({ type, metadata: { status: "PENDING_APPROVAL" } }))).to.deep.equal(["approval_requested"]);
    expect(eventsOf(entry({ type, metadata: { status: "QUEUED" } }))).to.deep.equal([]);
  });

  it("is an incident that got graver, also where one that was merged made it so", () => {
    const metadata = { severityRaisedFrom: "MEDIUM", severityRaisedTo: "CRITICAL" };
    expect(eventsOf(entry({ type: "duplicate_observed", metadata }))).to.deep.equal(["severity_raised"]);
    const merged = (more: object) => eventsOf(entry({ type: "merged", metadata: { ...metadata, ...more } }));
    expect(merged({ ruleId: null })).to.deep.equal(["severity_raised"]);
    expect(merged({ ruleId: "a rule" })).to.deep.equal(["severity_raised", "merged"]);
    expect(eventsOf(entry({ metadata })), "a caller's note").to.deep.equal([]);
  });

  it("is an incident that is created to those for whom it wasn't grave enough before", () => {
    const metadata = { severityRaisedFrom: "MEDIUM", severityRaisedTo: "CRITICAL" };
    const raised = incident({ severity: "CRITICAL" });
    const event = (filter: Partial<NotificationFilter>, events: readonly NotificationEvent[] = ["severity_raised"]) =>
      eventFor({ ...ALL, ...filter }, events, raised, entry({ type: "duplicate_observed", metadata }));
    expect(event({})).to.equal("severity_raised");
    expect(event({ minSeverity: "MEDIUM" })).to.equal("severity_raised");
    expect(event({ minSeverity: "HIGH" })).to.equal("incident_created");
    expect(event({ minSeverity: "HIGH", events: ["severity_raised"] })).to.equal("severity_raised");
    expect(event({ minSeverity: "HIGH", services: ["ledger"] })).to.equal(undefined);
    expect(event({ events: ["merged"] }, ["severity_raised", "merged"])).to.equal("merged");
  });

  it("is a rule that was demoted to whomever its severity concerns, whatever their services", () => {
    const metadata = { eventKind: "rule_demoted" };
    expect(eventsOf(entry({ metadata }))).to.deep.equal(["rule_demoted"]);
    const event = (filter: Partial<NotificationFilter>) =>
      eventFor({ ...ALL, ...filter }, ["rule_demoted"], incident({ severity: "HIGH" }), entry({ metadata }));
    expect(event({ services: ["ledger"] })).to.equal("rule_demoted");
    expect(event({ minSeverity: "CRITICAL" })).to.equal(undefined);
    expect(event({ events: ["escalated"] })).to.equal(undefined);
  });

  it("is neither an approval that lapses nor a demotion where a caller's own note says so", () => {
    for (const eventKind of ["approval_expiring", "rule_demoted"] as const) {
      expect(eventsOf(entry({ metadata: { eventKind } }))).to.deep.equal([eventKind]);
      expect(eventsOf(entry({ metadata: { eventKind }, actor: "Mallory" }))).to.deep.equal([]);
    }
  });

  it("passes a filter whose conditions all hold, or is kept back for a reason", () => {
    const reason = (filter: Partial<NotificationFilter>, given = {}) =>
      filterReason({ ...ALL, ...filter }, "status_changed", incident({ severity: "HIGH", ...given }));
    expect(reason({})).to.equal("wanted");
    expect(reason({ events: ["status_changed"], minSeverity: "HIGH", services: ["checkout"] })).to.equal("wanted");
    expect(reason({ events: ["escalated"] })).to.equal("event");
    expect(reason({ minSeverity: "CRITICAL" })).to.equal("severity");
    expect(reason({ minSeverity: "LOW" })).to.equal("wanted");
    expect(reason({ services: ["ledger"] })).to.equal("service");
    expect(reason({}, { parentIncidentId: "parent" })).to.equal("merged");
  });
});
