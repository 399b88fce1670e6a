import type { DetectionOpening, ShadowOpening } from "@tocsin/sdk";
import { severityStyle } from "./incident.ts";
import { ageColumn, column, fieldColumn, type ListColumn, styledColumn } from "./listing.ts";

type OpeningColumn = ListColumn<DetectionOpening | ShadowOpening>;

/** Columns that previews and shadow openings share. */
export const openingColumns = {
  age: ageColumn("AGE", "openedAt"),
  severity: styledColumn("SEVERITY", "severity", severityStyle, { dropPriority: 18 }),
  service: fieldColumn("SERVICE", "service", { minWidth: 8, dropPriority: 20 }),
  environment: fieldColumn("ENVIRONMENT", "environment", { wide: true }),
  title: fieldColumn("TITLE", "title", { minWidth: 10 }),
  closed: fieldColumn("CLOSED", "closedAt", { wide: true }),
  event: fieldColumn("EVENT", "triggeringEventId", { wide: true }),
  seen: column("", "observations", ({ observations: seen }) => ({
    text: seen > 1 ? `×${seen}` : "",
    exact: String(seen),
  })),
} satisfies Readonly<Record<string, OpeningColumn>>;
