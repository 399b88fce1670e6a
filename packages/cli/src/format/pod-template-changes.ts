import type { RemediationPlan } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";

type Target = RemediationPlan["target"] & {
  readonly changes?: unknown;
  readonly changesLeftOut?: unknown;
  readonly rolledBackFrom?: unknown;
};

/** What an action acts on, without what has lines of its own or is for the daemon alone. */
export const targetFacts = ({
  changes: _changes,
  changesLeftOut: _leftOut,
  rolledBackFrom: _rolledBackFrom,
  ...target
}: Target): Target => target;

/** What a rollback changes in the pods, a line each. */
export function templateChangeLines({ changes, changesLeftOut }: Target): string[] {
  const lines = Array.isArray(changes) ? changes.filter(isChange).map(changeLine) : [];
  return typeof changesLeftOut === "number" ? [...lines, `${changesLeftOut} more`] : lines;
}

interface TemplateChange {
  readonly field: unknown;
  readonly from: unknown;
  readonly to: unknown;
}

const isChange = (value: unknown): value is TemplateChange =>
  typeof value === "object" && value !== null && ["field", "from", "to"].every((name) => name in value);

const changeLine = ({ field, from, to }: TemplateChange): string =>
  cleanLine(`${String(field)}: ${String(from ?? "none")} -> ${String(to ?? "none")}`);
