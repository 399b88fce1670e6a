import type { RemediationPlan } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";

type Target = RemediationPlan["target"] & {
  readonly changes?: unknown;
  readonly changesLeftOut?: unknown;
  readonly rolledBackFrom?: unknown;
};

/** The target of an action, without fields that have their own lines or are internal. */
export const targetFacts = ({
  changes: _changes,
  changesLeftOut: _leftOut,
  rolledBackFrom: _rolledBackFrom,
  ...target
}: Target): Target => target;

/** The changes of a rollback to the pod template. */
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
