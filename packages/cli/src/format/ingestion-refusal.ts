import type { IngestionRefusal } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { clock } from "../text/time.ts";
import { countText } from "./fact-list.ts";

const subjects: Readonly<Record<IngestionRefusal["reason"], string>> = {
  default_service_limit: "Telemetry without the header x-organization-id",
  service_limit: "Telemetry of services beyond the organization's limit",
  organizations_per_minute: "Telemetry of this organization, which is new,",
  organizations_max: "Telemetry of this organization, which is new,",
  organization_rate: "Telemetry beyond the organization's rate",
  organization_backlog: "Telemetry beyond what may wait of the organization",
  queue_share: "Telemetry beyond the organization's share of the queue",
};

/** The refused telemetry, without counts. */
export const refusalSubject = ({ reason }: IngestionRefusal): string => subjects[reason] ?? "Telemetry";

export const refusalAdvice = ({ advice }: IngestionRefusal): string => `${cleanLine(advice)}.`;

/** The refused telemetry with count and last time; refusals are of one day, so the time of day is enough. */
export function refusalText(refusal: IngestionRefusal): string {
  const { count, lastAt, services } = refusal;
  const names = services.length > 0 ? ` Among them: ${services.map(cleanLine).join(", ")}.` : "";
  return `${refusalSubject(refusal)} was refused ${countText(count, "time")}, last at ${clock(lastAt).slice(11, 16)}.${names}`;
}
