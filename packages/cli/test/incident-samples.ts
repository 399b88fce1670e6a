import type { Comment, RemediationAction, Runbook, SimilarIncident, TimelineEvent } from "@tocsin/sdk";
import type { IncidentContext } from "../src/format/incident-details.ts";
import { incident, member } from "./fake-tocsin.ts";

export const at = "2026-11-20T08:00:00.000Z";
export const first = incident({ assigneeId: member().id, diagnosisStatus: "COMPLETED" });
export const hostile = "made\u001b[2J up \u202eof many words that go on and on for quite a while";

export const entry = (number: number, fields: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id: `t${number}`,
  incidentId: first.id,
  type: "note",
  title: `Entry ${number} ${hostile}`,
  detail: `Details ${number}`,
  metadata: {},
  createdAt: at,
  actor: "ada",
  ...fields,
});
export const comment = (number: number): Comment => ({
  id: `c100000${number}-0000-7000-8000-000000000001`,
  incidentId: first.id,
  author: "ada",
  body: `Comment ${number}\n\n${hostile}`,
  createdAt: at,
  updatedAt: at,
});
export const action = {
  id: "3f2a9c1e-0000-7000-8000-000000000001",
  actionType: "restart-service",
  serviceName: "checkout",
  environment: "prod",
  status: "PENDING_APPROVAL",
  performedBy: "grace",
  createdAt: at,
  updatedAt: at,
  approvalExpiresAt: "2026-11-20T08:15:00.000Z",
  error: null,
} as RemediationAction;
export const similar: SimilarIncident = {
  incidentId: "02935400-0000-7000-8000-000000000002",
  title: `Search ${hostile}`,
  severity: "HIGH",
  status: "RESOLVED",
  score: 0.812,
  reasons: ["Same primary service checkout (+0.29)", hostile],
  topSuccessfulActions: ["restart-service"],
  mttrMinutes: 12.5,
  resolvedAt: at,
};
export const around: IncidentContext = {
  assignee: member(),
  timeline: Array.from({ length: 14 }, (_, index) => entry(index + 1)),
  comments: [4, 3, 2, 1].map(comment),
  actions: [
    { ...action, status: "FAILED", error: hostile, actionType: "scale-service" },
    { ...action, status: "EXECUTING", actionType: "delete-pod" },
    action,
  ],
  runbooks: [{ slug: "restart-checkout", title: `Restart checkout ${hostile}` } as Runbook],
  related: Array.from({ length: 7 }, (_, index) =>
    incident({ id: `0${index}935400-0000-7000-8000-000000000002`, parentIncidentId: first.id, title: hostile }),
  ),
};
