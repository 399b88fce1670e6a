import { count } from "../detect/describe-figures.ts";
import { formatDuration, formatPercent } from "../kernel/format-figures.ts";
import { redact } from "../kernel/redact.ts";
import { toSingleLine } from "../kernel/single-line.ts";
import { REPORTED_ACTIONS_MAX } from "../model/record-limits.ts";
import type { ReportNumbers, ReportRun } from "../model/report.ts";
import { describeStatus } from "../remediate/actions/describe-action.ts";
import { clockTime } from "./schedule.ts";
import type { ReportedAction, ReportFacts } from "./store.ts";

/** A report before it is rendered. All cells are single lines. */
export interface ReportText {
  readonly subject: string;
  readonly intro: string;
  readonly numbers: readonly (readonly [label: string, value: string])[];
  readonly tables: readonly Table[];
  readonly foot: readonly string[];
}

export interface Table {
  readonly heading: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Shown if there are no rows. */
  readonly none: string;
}

export interface Reported {
  readonly run: ReportRun;
  readonly numbers: ReportNumbers;
  readonly facts: ReportFacts;
  readonly incidentsOpened: number;
  /** Null for an empty audit log. */
  readonly auditHead: string | null;
  readonly attached: { readonly rows: number; readonly all: boolean };
  readonly timeZone: string;
  readonly now: number;
}

const CELL_CHARACTERS_MAX = 160;
/** Redacted, because errors quote other systems. */
const cell = (text: string | null): string => toSingleLine(redact(text ?? ""), CELL_CHARACTERS_MAX) || "–";

export function compose(reported: Reported): ReportText {
  const { run, facts, timeZone, auditHead, attached, now } = reported;
  const at = (time: number): string => clockTime(time, timeZone);
  const span = `${at(run.from)} to ${at(run.until)} (${timeZone})`;
  const rows = attached.all ? "every action" : `the latest ${attached.rows} actions`;
  return {
    subject: `Remediation of ${run.organizationId}, ${run.cadence} report to ${at(run.until)}`,
    intro: introOf(run.organizationId, span, facts),
    numbers: numbersOf(reported),
    tables: [
      {
        heading: "Waiting for approval",
        columns: ["Action", "Service", "Environment", "Status", "Requested by", "Waiting", "Id"],
        rows: facts.waiting.map((action) => [
          ...whatOf(action),
          describeStatus({ ...action, status: "PENDING_APPROVAL" }),
          cell(action.performedBy),
          formatDuration(Math.max(0, now - action.createdAt)),
          action.id,
        ]),
        none: "Nothing waits for approval.",
      },
      {
        heading: "Failed",
        columns: ["Action", "Service", "Environment", "Status", "When", "Reason", "Incident"],
        rows: facts.failures.map((action) => [
          ...whatOf(action),
          describeStatus({ ...action, status: "FAILED" }),
          at(action.finishedAt ?? action.createdAt),
          cell(action.error),
          action.incidentId,
        ]),
        none: "Nothing failed.",
      },
      {
        heading: "Completed without effect",
        columns: ["Action", "Service", "Environment", "When", "What was seen", "Incident"],
        rows: facts.ineffective.map((action) => [
          ...whatOf(action),
          at(action.finishedAt ?? action.createdAt),
          cell(action.verification?.reason ?? null),
          action.incidentId,
        ]),
        none:
          facts.completed === 0
            ? "No action was completed."
            : "Every completed action that was checked helped, or it can't be told.",
      },
      {
        heading: "By service",
        columns: ["Service", "Requested", "Completed", "Failed", "Simulated"],
        rows: facts.services.map(({ serviceName, requested, completed, failed, simulated }) => [
          cell(serviceName),
          String(requested),
          String(completed),
          String(failed),
          String(simulated),
        ]),
        none: "No action was requested.",
      },
    ],
    foot: [
      `Lists hold ${REPORTED_ACTIONS_MAX} actions at most. The file beside this holds ${rows} requested in that time.`,
      auditHead === null ? "The audit log is empty." : `Newest entry of the audit log: ${auditHead}`,
      `Report run ${run.id}, made ${at(now)}.`,
    ],
  };
}

function numbersOf({ numbers, facts, incidentsOpened, run }: Reported): ReportText["numbers"] {
  const ended = facts.completed + facts.failed;
  const all: readonly (readonly [string, string])[] = [
    ["Incidents opened", String(incidentsOpened)],
    ["Actions requested", String(numbers.totalActions)],
    ["Completed", String(facts.completed)],
    ["Failed", String(facts.failed)],
    ["Simulated (nothing was touched)", String(facts.simulated)],
    ["Rejected or lapsed", String(facts.rejected)],
    ["Success rate", ended === 0 ? "– (none was executed)" : formatPercent(facts.completed / ended)],
    ["Waiting for approval now", String(numbers.pendingApprovals)],
    ["Queued now", String(numbers.queuedExecutions)],
  ];
  const { deletedCount } = run;
  return deletedCount === 0 ? all : [...all, ["Deleted by retention", count(deletedCount, "audit row")]];
}

function introOf(organizationId: string, span: string, { completed, failed, simulated }: ReportFacts): string {
  const intro = `What Tocsin did for ${organizationId} from ${span}.`;
  if (simulated === 0) return intro;
  const what = completed + failed === 0 ? "All actions that ended were simulated" : "Some actions were simulated";
  return `${intro} ${what}: nothing was touched by them, and no rate counts them.`;
}

const whatOf = ({ actionType, serviceName, environment }: ReportedAction): [string, string, string] => [
  cell(actionType),
  cell(serviceName),
  cell(environment),
];
