import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import type { SuggestedFix } from "../../src/model/diagnosis.ts";
import { diagnosisOf, fixOf } from "../store/diagnosis-sample.ts";
import { core, drained, type IngestOptions, ingest, type TestDaemon } from "./daemon.ts";
import { tokenOf } from "./tokens.ts";
import { waitFor } from "./wait.ts";

/** One of everything that an organization can have, each with the name of the organization in its texts. */
export interface Belongings {
  readonly organization: string;
  readonly token: string;
  /** Ids and names by the word that stands before them in a path: `incidents`, `catalog`. */
  readonly ids: ReadonlyMap<string, string>;
}

type Send = (method: string, path: string, body?: unknown) => Promise<{ id: string; patternId?: string }>;

/** In production an action waits for a person. */
const WAITING = { actionType: "restart-service", environment: "production" };

/** Puts something real behind every operation that there is; `key` is the ingestion key where one is needed. */
export async function furnish(daemon: TestDaemon, organization: string, key?: string): Promise<Belongings> {
  const token = tokenOf(organization, { sub: `ann of ${organization}` });
  const send: Send = async (method, path, body) => {
    const answer = await core(daemon, path, { method, token, ...(body === undefined ? {} : { body }) });
    expect(answer.status, `${method} ${path}: ${answer.text}`).to.be.oneOf([200, 201]);
    return answer.json<{ id: string }>();
  };
  const text = `${organization} text`;
  const service = `${organization}-checkout`;

  const { member, rule, runbook } = await surroundings(send, organization, service);
  const opened = { title: text, description: text, severity: "CRITICAL", affectedServices: [service] };
  const parent = await send("POST", "/incidents", opened);
  const child = await send("POST", "/incidents", opened);
  expect(child).to.include({ parentIncidentId: parent.id });
  await send("PATCH", `/team/incidents/${child.id}/assign`, { assigneeId: member.id });
  await send("POST", `/incidents/${child.id}/runbooks/${runbook.id}/link`);
  // There is no mail server: what is to be sent is dead at once. It is told of this comment, and of nothing that comes later.
  const channel = await send("POST", "/notifications/channels", {
    name: text,
    kind: "email",
    events: ["comment_added"],
    settings: { recipients: [`ann@${organization}.example`] },
  });
  const comment = await send("POST", `/incidents/${child.id}/comments`, { author: text, body: text });
  await send("PUT", `/incidents/${child.id}/resources`, {
    resources: [{ provider: "aws", resourceType: "queue", resourceId: text, region: organization }],
  });
  // There is no cluster: it fails, and is recorded.
  const tool = { type: "getPodLogs", namespace: "default", pod: `${service}-1` };
  const { toolRunId } = (await send("POST", `/incidents/${child.id}/diagnostic-tools/run`, tool)) as unknown as {
    toolRunId: string;
  };
  const window = await calm(send, organization);

  const fix = fixOf({ id: `fix of ${organization}`, description: text });
  diagnose(daemon, child.id, fix);
  const action = await send("POST", "/remediation/request", { ...WAITING, incidentId: child.id });
  const report = await send("POST", "/remediation/reporting/runs");
  await send("POST", `/incidents/${child.id}/feedback`, { verdict: "noise", note: text });
  await telemetryOf(daemon, service, key === undefined ? { organization } : { organization, key });
  await reported(daemon, token);
  const first = (path: string): Promise<string> =>
    waitFor(async () => (await core(daemon, path, { token })).json<{ id: string }[]>()[0]?.id, { what: path });
  const event = await first(`/events/search?q=${organization}`);
  return {
    organization,
    token,
    ids: new Map([
      ["incidents", child.id],
      ["comments", comment.id],
      ["rules", rule.id],
      ["team", member.id],
      ["runbooks", runbook.id],
      ["runs", toolRunId],
      ["report-runs", report.id],
      ["maintenance-windows", window.id],
      ["catalog", service],
      ["channels", channel.id],
      ["deliveries", await first("/notifications/deliveries?status=dead")],
      ["actions", action.id],
      ["remediation", action.id],
      ["fixes", fix.id],
      ["events", event],
      ["patterns", (await send("GET", `/events/${event}`)).patternId ?? ""],
      ["shadow", await first("/detection/shadow")],
      ["dead-letters", await first("/events/dead-letters")],
    ]),
  };
}

/** What is there before anything breaks. */
async function surroundings(send: Send, organization: string, service: string) {
  const text = `${organization} text`;
  await send("PUT", `/services/catalog/${service}`, { ownerTeam: text, tier: "tier-0", environment: organization });
  await send("PUT", `/services/catalog/${service}/dependencies`, { dependencies: [`${organization}-ledger`] });
  const member = await send("POST", "/team", { name: text, email: `ann@${organization}.example`, role: text });
  await send("PATCH", `/team/${member.id}/on-call`, { isOnCall: true });
  const rule = await send("POST", "/correlation/rules", {
    name: text,
    description: text,
    conditions: { matchFields: ["service"], timeWindowMinutes: 30 },
    action: "merge",
  });
  const runbook = await send("POST", "/runbooks", {
    slug: organization,
    title: text,
    contentMd: text,
    actionTags: ["restart-service"],
  });
  await send("POST", `/runbooks/${runbook.id}/publish`);
  return { member, rule, runbook };
}

/** What keeps telemetry from opening incidents: planned work, and a rule in shadow. */
async function calm(send: Send, organization: string): Promise<{ id: string }> {
  const reason = `${organization} text`;
  await send("PUT", "/detection/rules/deployment-failed/mode", { mode: "shadow", reason });
  return send("POST", "/maintenance-windows", {
    services: [`${organization}-held`],
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    reason,
  });
}

/** Puts a diagnosis with this fix where the worker puts the one that it made, which would take telemetry of an hour. */
function diagnose(daemon: TestDaemon, incidentId: string, fix: SuggestedFix): void {
  const database = new Database(join(daemon.dataDir, "tocsin.db"));
  database
    .prepare("update incident set diagnosis = ?, diagnosis_status = 'COMPLETED' where id = ?")
    .run(JSON.stringify(diagnosisOf({ suggestedFixes: [fix] })), incidentId);
  database.close();
}

/** Waits until no report is under way: there is nobody to send it to. */
const reported = (daemon: TestDaemon, token: string): Promise<boolean> =>
  waitFor(async () => (await core(daemon, "/remediation/reporting/runs?status=running", { token })).text === "[]", {
    what: "the end of the report",
  });

/** One event that is taken, one that is held back by maintenance, one that a rule in shadow sees, and one that comes among the dead letters. */
async function telemetryOf(daemon: TestDaemon, service: string, sender: IngestOptions & { organization: string }) {
  const { organization } = sender;
  const message = `${organization} text`;
  const logs = [
    { service: `${organization}-held`, level: "fatal", message },
    { service, level: "none that there is", message },
    { service, level: "info", message },
  ];
  const taken = await ingest(daemon, "/events/logs/batch?onInvalid=skip", logs, sender);
  expect(taken.status, taken.text).to.equal(202);
  const failed = {
    service: `${organization}-watched`,
    version: "1",
    environment: organization,
    metadata: { status: "failed" },
  };
  expect((await ingest(daemon, "/events/deployments", failed, sender)).status).to.equal(202);
  await drained(daemon, sender);
}
