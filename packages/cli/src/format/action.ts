import type { AuditEntry, RemediationAction, RemediationPlan, RemediationPreview } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { age, clock, until } from "../text/time.ts";
import { wrap } from "../text/wrap.ts";
import { auditEventText, STATUS_CELLS_LEAST, statusCell, statusStyle, statusText } from "./action-status.ts";
import { reasonIn } from "./audit-reason.ts";
import type { Sheet } from "./diagnosis.ts";
import { counted, type Fact, factLines, listed, optional, pairs } from "./facts.ts";
import { type ListColumn, type Listing, textCell } from "./listing.ts";
import { targetFacts, templateChangeLines } from "./template-changes.ts";

/** What is done to what: `scale-service of checkout in production`, or `simulated scale-service of checkout`. */
export const actionName = ({
  actionType,
  serviceName,
  environment,
  mode,
}: Pick<RemediationAction, "actionType" | "serviceName" | "environment" | "mode">): string =>
  cleanLine(
    `${mode === "simulate" ? "simulated " : ""}${actionType}${serviceName === null ? "" : ` of ${serviceName}`}${environment === null ? "" : ` in ${environment}`}`,
  );

const what: readonly ListColumn<RemediationAction>[] = [
  { name: "ACTION", field: "actionType", flexible: 5, of: ({ actionType }) => textCell(actionType) },
  { name: "SERVICE", field: "serviceName", flexible: 4, of: ({ serviceName }) => textCell(serviceName) },
  {
    name: "ENVIRONMENT",
    field: "environment",
    flexible: 6,
    optional: 20,
    of: ({ environment }) => textCell(environment),
  },
  { name: "ASKED BY", field: "performedBy", flexible: 4, optional: 30, of: ({ performedBy }) => textCell(performedBy) },
];

const lapses: ListColumn<RemediationAction> = {
  name: "LAPSES",
  field: "approvalExpiresAt",
  of: ({ approvalExpiresAt: at }, now) => (at === null ? textCell(at) : { text: until(at, now), whole: at }),
};

const wouldBe: ListColumn<RemediationAction> = {
  name: "WOULD BE",
  field: "mode",
  of: ({ mode }) =>
    mode === "simulate" ? { text: "SIMULATED", style: "cyan" } : { text: "EXECUTED", style: "yellow" },
};

/** The actions as a list. */
export const actionListing = (items: readonly RemediationAction[]): Listing<RemediationAction> => ({
  items,
  idOf: ({ id }) => id,
  columns: [
    { name: "STATUS", field: "status", flexible: STATUS_CELLS_LEAST, of: statusCell },
    ...what,
    { ...lapses, wide: true },
    { name: "INCIDENT", field: "incidentId", wide: true, of: ({ incidentId }) => textCell(incidentId) },
    { name: "SEVERITY", field: "severity", wide: true, of: ({ severity }) => textCell(severity) },
    { name: "MODE", field: "mode", wide: true, of: ({ mode }) => textCell(mode) },
    { name: "ERROR", field: "error", wide: true, of: ({ error }) => textCell(error) },
    {
      name: "AGE",
      field: "createdAt",
      optional: 10,
      of: ({ createdAt }, now) => ({ text: age(createdAt, now), whole: createdAt }),
    },
  ],
});

/** Of what waits for approval: all that a person who wakes up asks first. */
export const pendingListing = (items: readonly RemediationAction[]): Listing<RemediationAction> => ({
  items,
  idOf: ({ id }) => id,
  columns: [wouldBe, ...what, { ...lapses, optional: 6 }],
});

/** Enough to compare by eye; --json has it whole. */
const HASH_SHOWN = 12;

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
    ...listed("What changes in the pods", templateChangeLines(action.plan.target), sheet),
    ...listed("Policy", policyWords(action.details["policy"]), sheet),
    ...listed(
      "What happened",
      entries.map((entry) => entryLine(entry, action.mode)),
      sheet,
    ),
  ].join("\n\n");
}

function factsOf(action: RemediationAction, { paint, now }: Sheet & { readonly now: number }): Fact[] {
  const { plan, verification, approvalExpiresAt, error } = action;
  const asked = `${cleanLine(action.performedBy)}, ${age(action.createdAt, now)} ago${action.origin === "suggestion" ? ", from a suggested fix" : ""}`;
  return [
    ["id", cleanLine(action.id)],
    ["status", paint(statusStyle(action), statusText(action))],
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
  return [
    ["mode", mode === "live" ? "live" : "simulate: nothing is touched"],
    ...optional("target", pairs(targetFacts(target))),
    ...optional("parameters", pairs(parameters)),
    ["blast radius", blastRadius === 0 ? "no service depends on it" : `${counted(blastRadius, "service")} may feel it`],
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
    ["would be", status === null ? "blocked" : statusText({ status, mode: plan.mode })],
    ["verdict", verdict],
    ...optional("approval", status === "PENDING_APPROVAL" && approval),
    ...planFacts(plan, planHash),
  ];
  return [
    sheet.paint("bold", `${cleanLine(plan.actionType)}: a preview, nothing is stored`),
    factLines(facts, sheet),
    ...listed("What changes in the pods", templateChangeLines(plan.target), sheet),
    ...listed("It is blocked", violations.map(cleanLine), sheet),
    ...listed("Policy", ruleLines(rules), sheet),
  ].join("\n\n");
}

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

function entryLine({ at, event, actor, content }: AuditEntry, mode: RemediationAction["mode"]): string {
  const reason = reasonIn(content);
  const why = reason === undefined ? "" : `: ${reason}`;
  return cleanLine(`${clock(at)} ${auditEventText(event, mode)} (${actor})${why}`);
}
