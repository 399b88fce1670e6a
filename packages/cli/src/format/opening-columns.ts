import type { DetectionOpening, ShadowOpening } from "@tocsin/sdk";
import { severityStyle } from "./incident.ts";
import { ageColumn, type ListColumn, styledColumn, textColumn } from "./listing.ts";

type OpeningColumn = ListColumn<DetectionOpening | ShadowOpening>;

/** Columns that previews and shadow openings share. */
export const openingColumns = {
  age: ageColumn("AGE", "openedAt"),
  severity: styledColumn("SEVERITY", "severity", severityStyle, { dropPriority: 18 }),
  service: textColumn("SERVICE", "service", { minWidth: 8, dropPriority: 20 }),
  environment: textColumn("ENVIRONMENT", "environment", { wide: true }),
  title: textColumn("TITLE", "title", { minWidth: 10 }),
  closed: textColumn("CLOSED", "closedAt", { wide: true }),
  event: textColumn("EVENT", "triggeringEventId", { wide: true }),
  seen: {
    name: "",
    field: "observations",
    cell: ({ observations: seen }) => ({ text: seen > 1 ? `×${seen}` : "", exact: String(seen) }),
  },
} satisfies Readonly<Record<string, OpeningColumn>>;
