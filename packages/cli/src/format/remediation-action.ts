import type { AuditEntry, RemediationAction, RemediationPlan, RemediationPreview } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { ago, clock, until } from "../text/time.ts";
import { wrap } from "../text/wrap.ts";
import { auditEventText, findReason, STATUS_CELLS_MIN, statusCell, statusStyle, statusText } from "./action-status.ts";
import { bulletSection, countText, type Fact, factList, keyValueText, optionalFact } from "./fact-list.ts";
import type { Layout, TimedLayout } from "./layout.ts";
import { ageColumn, column, fieldColumn, type ListColumn, listingOf, textCell } from "./listing.ts";
import { targetFacts, templateChangeLines } from "./pod-template-changes.ts";

/** Action and target: `scale-service of checkout in production`, or `simulated scale-service of checkout`. */
export const actionName = ({
  actionType,
  serviceName,
  environment,
  mode,
}: Pick<RemediationAction, "actionType" | "serviceName" | "environment" | "mode">): string =>
  cleanLine(
    `${mode === "simulate" ? "simulated " : ""}${actionType}${serviceName === null ? "" : ` of ${serviceName}`}${environment === null ? "" : ` in ${environment}`}`,
  );

const actionColumns: readonly ListColumn<RemediationAction>[] = [
  fieldColumn("ACTION", "actionType", { minWidth: 5 }),
  fieldColumn("SERVICE", "serviceName", { minWidth: 4 }),
  fieldColumn("ENVIRONMENT", "environment", { minWidth: 6, dropPriority: 20 }),
  fieldColumn("REQUESTER", "performedBy", { minWidth: 4, dropPriority: 30 }),
];

const expiryColumn: ListColumn<RemediationAction> = column(
  "EXPIRES",
  "approvalExpiresAt",
  ({ approvalExpiresAt: at }, now) => (at === null ? textCell(at) : { text: until(at, now), exact: at }),
);

const modeColumn: ListColumn<RemediationAction> = column("WOULD BE", "mode", ({ mode }) =>
  mode === "simulate" ? { text: "SIMULATED", style: "cyan" } : { text: "EXECUTED", style: "yellow" },
);

export const actionListing = listingOf<RemediationAction>([
  column("STATUS", "status", statusCell, { minWidth: STATUS_CELLS_MIN }),
  ...actionColumns,
  { ...expiryColumn, wide: true },
  fieldColumn("INCIDENT", "incidentId", { wide: true }),
  fieldColumn("SEVERITY", "severity", { wide: true }),
  fieldColumn("MODE", "mode", { wide: true }),
  fieldColumn("ERROR", "error", { wide: true }),
  ageColumn("AGE", "createdAt", { dropPriority: 10 }),
]);

/** Pending approvals with the columns that an on-call engineer needs first. */
export const pendingListing = listingOf<RemediationAction>([
  modeColumn,
  ...actionColumns,
  { ...expiryColumn, dropPriority: 6 },
]);

/** Enough to compare by eye; --json has the full hash. */
const HASH_LENGTH = 12;

/** An action on a page: everything that an approver must see, and its history. */
export function actionDetails(action: RemediationAction, entries: readonly AuditEntry[], layout: TimedLayout): string {
  const { paint } = layout;
  return [
    paint("bold", wrap(actionName(action), layout.width)),
    factList(actionFacts(action, layout), layout),
    ...bulletSection("Changes of the pod template", templateChangeLines(action.plan.target), layout),
    ...bulletSection("Policy", policyLines(action.details["policy"]), layout),
    ...bulletSection(
      "History",
      entries.map((entry) => auditLine(entry, action.mode)),
      layout,
    ),
  ].join("\n\n");
}

function actionFacts(action: RemediationAction, { paint, now }: TimedLayout): Fact[] {
  const { plan, verification, approvalExpiresAt, error } = action;
  const requester = `${cleanLine(action.performedBy)}, ${ago(action.createdAt, now)}${action.origin === "suggestion" ? ", from a suggested fix" : ""}`;
  return [
    ["id", cleanLine(action.id)],
    ["status", paint(statusStyle(action), statusText(action))],
    ...optionalFact("error", error),
    ...optionalFact("expires", approvalExpiresAt && `in ${until(approvalExpiresAt, now)}`),
    ["incident", `${cleanLine(action.incidentId)} (${action.severity})`],
    ["requested by", requester],
    ...planFacts(plan, action.planHash),
    ...optionalFact(
      "verification",
      verification && [verification.status, verification.reason].filter(Boolean).join(": "),
    ),
    ...optionalFact("outcome", outcomeText(action.details["outcome"])),
  ];
}

function planFacts({ mode, target, parameters, blastRadius, rollback }: RemediationPlan, hash: string): Fact[] {
  return [
    ["mode", mode === "live" ? "live" : "simulate: nothing is changed"],
    ...optionalFact("target", keyValueText(targetFacts(target))),
    ...optionalFact("parameters", keyValueText(parameters)),
    [
      "blast radius",
      blastRadius === 0 ? "no service depends on it" : `${countText(blastRadius, "service")} may be affected`,
    ],
    ["rollback", cleanLine(rollback ?? "can't be undone")],
    ["plan", cleanLine(hash).slice(0, HASH_LENGTH)],
  ];
}

export function previewDetails(
  { verdict, status, rules, violations, plan, planHash, fourEyes, approvalTtlMinutes }: RemediationPreview,
  layout: Layout,
): string {
  const minutes = `${approvalTtlMinutes} minutes`;
  const approval = fourEyes ? `by somebody else, within ${minutes}` : `within ${minutes}`;
  const facts: Fact[] = [
    ["would be", status === null ? "blocked" : statusText({ status, mode: plan.mode })],
    ["verdict", verdict],
    ...optionalFact("approval", status === "PENDING_APPROVAL" && approval),
    ...planFacts(plan, planHash),
  ];
  return [
    layout.paint("bold", `${cleanLine(plan.actionType)}: preview, nothing is stored`),
    factList(facts, layout),
    ...bulletSection("Changes of the pod template", templateChangeLines(plan.target), layout),
    ...bulletSection("Blocked by", violations.map(cleanLine), layout),
    ...bulletSection("Policy", ruleLines(rules), layout),
  ].join("\n\n");
}

interface Rule {
  readonly rule: string;
  readonly says: string;
  readonly reason: string;
}

/** The rules with their verdicts, and the names of the rules that passed. */
function ruleLines(rules: readonly Rule[]): string[] {
  const passed = rules.filter(({ says }) => says === "pass").map(({ rule }) => rule);
  return [
    ...rules
      .filter(({ says }) => says !== "pass")
      .map(({ rule, says, reason }) => cleanLine(`${rule} says ${says}: ${reason}`)),
    ...(passed.length > 0 ? [cleanLine(`passed: ${passed.join(", ")}`)] : []),
  ];
}

const isRule = (value: unknown): value is Rule =>
  typeof value === "object" && value !== null && ["rule", "says", "reason"].every((name) => name in value);

function policyLines(policy: unknown): string[] {
  const rules = typeof policy === "object" && policy !== null ? (policy as { rules?: unknown }).rules : undefined;
  return Array.isArray(rules) ? ruleLines(rules.filter(isRule)) : [];
}

function outcomeText(outcome: unknown): string | undefined {
  if (typeof outcome === "string") return outcome;
  const summary = typeof outcome === "object" && outcome !== null && "summary" in outcome ? outcome.summary : undefined;
  return typeof summary === "string" ? summary : undefined;
}

function auditLine({ at, event, actor, content }: AuditEntry, mode: RemediationAction["mode"]): string {
  const reason = findReason(content);
  const why = reason === undefined ? "" : `: ${reason}`;
  return cleanLine(`${clock(at)} ${auditEventText(event, mode)} (${actor})${why}`);
}
