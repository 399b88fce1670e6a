import type { IncidentSumStore } from "../incident/incident-stats.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { toCsv } from "../kernel/csv.ts";
import { redact } from "../kernel/redact.ts";
import type { ReportNumbers } from "../model/report.ts";
import type { Scope } from "../model/scope.ts";
import type { Mail } from "../notify/mail.ts";
import type { ActionStore } from "../remediate/actions/action-store.ts";
import { type ActionExportRow, actionColumns, exportedActions } from "../remediate/requests/export-actions.ts";
import { compose } from "./compose.ts";
import { renderHtml, renderText } from "./render.ts";
import type { ReportFactStore, ReportJob } from "./store.ts";

export interface MakeDeps {
  readonly facts: ReportFactStore;
  readonly actions: Pick<ActionStore, "tallies" | "auditHead">;
  readonly incidents: Pick<IncidentSumStore, "byHour">;
  readonly timeZone: string;
}

export interface MadeReport {
  readonly numbers: ReportNumbers;
  readonly mail: Omit<Mail, "to" | "id">;
}

const ATTACHED_ROWS_MAX = 500;
/** Many mail servers accept only a few MiB. */
const ATTACHED_CHARACTERS_MAX = 1024 * 1024;

export async function makeReport(deps: MakeDeps, scope: Scope, { run }: ReportJob, now: number): Promise<MadeReport> {
  const { from, until } = run;
  const facts = await deps.facts.read(scope, from, until);
  const { PENDING_APPROVAL, QUEUED } = (await deps.actions.tallies(scope, undefined)).all;
  const numbers = {
    totalActions: facts.requested,
    failedActions: facts.failed,
    pendingApprovals: PENDING_APPROVAL,
    queuedExecutions: QUEUED,
  };
  const rows = await attachedRows(deps.facts, scope, from, until);
  const composed = compose({
    run,
    numbers,
    facts,
    incidentsOpened: await incidentsOpened(deps, scope, from, until),
    auditHead: await deps.actions.auditHead(scope),
    attached: { rows: rows.length, all: rows.length >= facts.requested },
    timeZone: deps.timeZone,
    now,
  });
  const attachment = {
    name: `remediation-${run.organizationId}.csv`,
    contentType: "text/csv; charset=utf-8",
    content: toCsv(actionColumns, rows),
  };
  const { subject } = composed;
  return {
    numbers,
    mail: { subject, text: renderText(composed), html: renderHtml(composed), attachments: [attachment] },
  };
}

/** Counted by whole hours. */
async function incidentsOpened({ incidents }: MakeDeps, scope: Scope, from: number, until: number): Promise<number> {
  const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;
  const hours = await incidents.byHour(scope, hourOf(from), hourOf(until - 1));
  return [...hours.values()].reduce((sum, each) => sum + each, 0);
}

/** Errors may quote a secret. */
const withoutSecrets = ({ details, error, ...row }: ActionExportRow): ActionExportRow => ({
  ...row,
  details: details && redact(details),
  error: error && redact(error),
});

async function attachedRows(
  facts: ReportFactStore,
  scope: Scope,
  from: number,
  until: number,
): Promise<readonly ActionExportRow[]> {
  const rows: ActionExportRow[] = [];
  let characters = 0;
  for await (const exported of exportedActions(facts.actions(scope, from, until, ATTACHED_ROWS_MAX))) {
    const row = withoutSecrets(exported);
    characters += Object.values(row).reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (characters > ATTACHED_CHARACTERS_MAX) break;
    rows.push(row);
  }
  return rows;
}
