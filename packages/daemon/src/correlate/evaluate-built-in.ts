import { type Incident, isMoreSevere } from "../model/incident.ts";
import { AFFECTED_SERVICES_MAX } from "../model/record-limits.ts";
import type { Fault, FaultAlert, FaultMembership } from "./fault.ts";

/** What the built-in correlation may do; it is for detected incidents that no rule of the organization matches. */
export const builtInModes = ["merge", "group", "off"] as const;
export type BuiltInMode = (typeof builtInModes)[number];

/** Stands in decisions where a rule's name would, without an id. */
const BUILT_IN_NAME = "built-in";

/** A verdict without a rule. */
export interface BuiltInVerdict<Partner> {
  readonly action: "merge" | "group";
  readonly rule: { readonly id: null; readonly name: typeof BUILT_IN_NAME };
  readonly partner: Partner;
  readonly match: { readonly compared: Readonly<Record<string, unknown>>; readonly gapMinutes: number };
  readonly reason: string;
}

type Shown = Pick<Incident, "severity" | "affectedServices">;

/** A merged one is hidden behind its head, so that nothing hides behind what is less grave or can't name its services. */
const canStandFor = (head: Shown, incident: Shown): boolean =>
  !isMoreSevere(incident.severity, head.severity) &&
  new Set([...head.affectedServices, ...incident.affectedServices]).size <= AFFECTED_SERVICES_MAX;

/** What is sure is merged where that is wanted and hides nothing; the rest is linked. */
export function evaluateBuiltIn<Existing extends Shown>(
  incident: Shown,
  { isSure, compared, gapMinutes, reason }: FaultMembership<FaultAlert, Fault<FaultAlert>>,
  partner: { readonly incident: Existing; readonly head: Existing },
  mode: Exclude<BuiltInMode, "off">,
): BuiltInVerdict<{ readonly incident: Existing; readonly head: Existing }> {
  const common = { rule: { id: null, name: BUILT_IN_NAME }, match: { compared, gapMinutes }, reason } as const;
  const { head } = partner;
  if (isSure && mode === "merge" && canStandFor(head, incident)) return { action: "merge", partner, ...common };
  // The head is the one that is worked on.
  return { action: "group", partner: { incident: head, head }, ...common };
}
