import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/kernel/clock.ts";
import type { ReportRun } from "../../src/model/report.ts";
import type { Reported } from "../../src/report/compose.ts";
import type { ReportedAction } from "../../src/report/store.ts";
import { NOW } from "../store/samples.ts";

export const reportedAction = (given: Partial<ReportedAction> = {}): ReportedAction => ({
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

export const run: ReportRun = {
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

export const reported = (facts: Partial<Reported["facts"]> = {}, given: Partial<Reported> = {}): Reported => ({
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
