import type { ActionStatus, AuditEntry, RemediationAction, RemediationPlan, RemediationPreview } from "@tocsin/sdk";
import { cleanLine } from "./clean.ts";
import type { Sheet } from "./diagnosis.ts";
import type { Paint, Style } from "./paint.ts";
import { shortIds } from "./short-ids.ts";
import { type Cell, type Column, table, tabSeparated } from "./table.ts";
import { age, clock, until } from "./time.ts";
import { hanging, wrap } from "./wrap.ts";

export const actionStatuses: readonly ActionStatus[] = [
  "PENDING_APPROVAL",
  "QUEUED",
  "EXECUTING",
  "COMPLETED",
  "FAILED",
  "REJECTED",
];

/** Colour goes with the word, never instead of it. */
const statusStyle: Readonly<Record<ActionStatus, Style>> = {
  PENDING_APPROVAL: "yellow",
  QUEUED: "cyan",
  EXECUTING: "magenta",
  COMPLETED: "green",
  FAILED: "red",
  REJECTED: "gray",
};

/** What is done to what, in a few words: `scale-service of checkout in production`. */
export const actionName = ({
  actionType,
  serviceName,
  environment,
}: Pick<RemediationAction, "actionType" | "serviceName" | "environment">): string =>
  cleanLine(
    `${actionType}${serviceName === null ? "" : ` of ${serviceName}`}${environment === null ? "" : ` in ${environment}`}`,
  );

interface ActionColumn extends Column {
  readonly of: (action: RemediationAction, now: number) => Cell;
}

const what: readonly ActionColumn[] = [
  { name: "ACTION", flexible: 6, of: ({ actionType }) => ({ text: cleanLine(actionType) }) },
  { name: "SERVICE", flexible: 4, of: ({ serviceName }) => ({ text: cleanLine(serviceName ?? "-") }) },
  {
    name: "ENVIRONMENT",
    flexible: 6,
    optional: 20,
    of: ({ environment }) => ({ text: cleanLine(environment ?? "-") }),
  },
  { name: "ASKED BY", flexible: 4, optional: 30, of: ({ performedBy }) => ({ text: cleanLine(performedBy) }) },
];

const columns: readonly ActionColumn[] = [
  { name: "STATUS", of: ({ status }) => ({ text: status, style: statusStyle[status] }) },
  ...what,
  { name: "AGE", optional: 10, of: ({ createdAt }, now) => ({ text: age(createdAt, now) }) },
];

/** Of what waits for approval: all that a person who wakes up asks first. */
const pendingColumns: readonly ActionColumn[] = [
  ...what,
  {
    name: "LAPSES",
    of: ({ approvalExpiresAt }, now) => ({ text: approvalExpiresAt ? until(approvalExpiresAt, now) : "-" }),
  },
];

/** A list of actions: for a terminal of `width` cells a table with short ids, for a pipe (no width) whole values with tabs between. */
export function actionList(
  actions: readonly RemediationAction[],
  width: number | undefined,
  now: number,
  paint: Paint,
): string {
  if (width === undefined)
    return tabSeparated(
      actions.map((action) => [
        { text: action.id },
        ...columns.slice(0, -1).map((column) => column.of(action, now)),
        { text: action.createdAt },
      ]),
    );
  const shown = actions.every(({ status }) => status === "PENDING_APPROVAL") ? pendingColumns : columns;
  const ids = shortIds(actions.map(({ id }) => id));
  const rows = actions.map((action): Cell[] => [
    { text: ids.get(action.id) ?? action.id },
    ...shown.map((column) => column.of(action, now)),
  ]);
  return table([{ name: "ID" }, ...shown], rows, width, paint);
}

/** Cells before the values of the facts. */
const FACT_INDENT = 13;
/** Enough to compare by eye; --json has it whole. */
const HASH_SHOWN = 12;

type Fact = readonly [name: string, value: string];

const factLines = (facts: readonly Fact[], { width, paint }: Sheet): string =>
  facts
    .map(([name, value]) => `${paint("dim", name.padEnd(FACT_INDENT - 1))} ${hanging(value, width, FACT_INDENT)}`)
    .join("\n");

/** Everything that somebody who approves it has to see, and what happened to it. */
export function actionDetails(
  action: RemediationAction,
  entries: readonly AuditEntry[],
  sheet: Sheet & { readonly now: number },
): string {
  const { paint } = sheet;
  return [
    paint("bold", wrap(actionName(action), sheet.width)),
    factLines(factsOf(action, sheet), sheet),
    ...listed("Policy", policyWords(action.details["policy"]), sheet),
    ...listed("What happened", entries.map(entryLine), sheet),
  ].join("\n\n");
}

function factsOf(action: RemediationAction, { paint, now }: Sheet & { readonly now: number }): Fact[] {
  const { plan, verification, approvalExpiresAt, error } = action;
  const asked = `${cleanLine(action.performedBy)}, ${age(action.createdAt, now)} ago${action.origin === "suggestion" ? ", from a suggested fix" : ""}`;
  return [
    ["id", cleanLine(action.id)],
    ["status", paint(statusStyle[action.status], action.status)],
    ...optional("error", error),
    ...optional("lapses", approvalExpiresAt && `in ${until(approvalExpiresAt, now)}`),
    ["incident", `${cleanLine(action.incidentId)} (${action.severity})`],
    ["asked by", asked],
    ...planFacts(plan, action.planHash),
    ...optional("helped", verification && [verification.status, verification.reason].filter(Boolean).join(": ")),
    ...optional("outcome", wordsOf(action.details["outcome"])),
  ];
}

function planFacts({ mode, target, parameters, blastRadius, rollback }: RemediationPlan, hash: string): Fact[] {
  const services = `${blastRadius} service${blastRadius === 1 ? "" : "s"}`;
  return [
    ["mode", mode === "live" ? "live" : "simulate: nothing is touched"],
    ...optional("target", pairs(target)),
    ...optional("parameters", pairs(parameters)),
    ["blast radius", blastRadius === 0 ? "no service depends on it" : `${services} may feel it`],
    ["rollback", cleanLine(rollback ?? "can't be undone")],
    ["plan", cleanLine(hash).slice(0, HASH_SHOWN)],
  ];
}

/** What a request would come to. */
export function previewDetails(
  { verdict, status, rules, violations, plan, planHash, fourEyes, approvalTtlMinutes }: RemediationPreview,
  sheet: Sheet,
): string {
  const minutes = `${approvalTtlMinutes} minutes`;
  const approval = fourEyes ? `by somebody else, within ${minutes}` : `within ${minutes}`;
  const facts: Fact[] = [
    ["would be", status ?? "blocked"],
    ["verdict", verdict],
    ...optional("approval", status === "PENDING_APPROVAL" && approval),
    ...planFacts(plan, planHash),
  ];
  return [
    sheet.paint("bold", `${cleanLine(plan.actionType)}: a preview, nothing is stored`),
    factLines(facts, sheet),
    ...listed("It is blocked", violations.map(cleanLine), sheet),
    ...listed("Policy", ruleLines(rules), sheet),
  ].join("\n\n");
}

const optional = (name: string, value: unknown): Fact[] =>
  typeof value === "string" && value !== "" ? [[name, cleanLine(value)]] : [];

function listed(title: string, lines: readonly string[], { width, paint }: Sheet): string[] {
  if (lines.length === 0) return [];
  return [[paint("bold", title), ...lines.map((line) => `  - ${hanging(line, width, 4)}`)].join("\n")];
}

/** `{ namespace: "shop", replicas: 3 }` as `namespace shop, replicas 3`; what has parts of its own stays JSON. */
const pairs = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ");

interface Rule {
  readonly rule: string;
  readonly says: string;
  readonly reason: string;
}

/** What speaks for or against it, a line each; of what has nothing against it the names. */
function ruleLines(rules: readonly Rule[]): string[] {
  const passed = rules.filter(({ says }) => says === "pass").map(({ rule }) => rule);
  return [
    ...rules
      .filter(({ says }) => says !== "pass")
      .map(({ rule, says, reason }) => cleanLine(`${rule} says ${says}: ${reason}`)),
    ...(passed.length > 0 ? [cleanLine(`nothing against it: ${passed.join(", ")}`)] : []),
  ];
}

const isRule = (value: unknown): value is Rule =>
  typeof value === "object" && value !== null && ["rule", "says", "reason"].every((name) => name in value);

function policyWords(policy: unknown): string[] {
  const rules = typeof policy === "object" && policy !== null ? (policy as { rules?: unknown }).rules : undefined;
  return Array.isArray(rules) ? ruleLines(rules.filter(isRule)) : [];
}

function wordsOf(outcome: unknown): string | undefined {
  if (typeof outcome === "string") return outcome;
  const summary = typeof outcome === "object" && outcome !== null && "summary" in outcome ? outcome.summary : undefined;
  return typeof summary === "string" ? summary : undefined;
}

function entryLine({ at, event, actor, content }: AuditEntry): string {
  const { reason } = content;
  const why = typeof reason === "string" && reason !== "" ? `: ${reason}` : "";
  return cleanLine(`${clock(at)} ${event.replaceAll("_", " ")} (${actor})${why}`);
}
