import type { DetectionOpening, ShadowOpening } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { age } from "../text/time.ts";
import { severityStyle } from "./incident.ts";
import { type ListColumn, textCell } from "./listing.ts";

type OpeningColumn = ListColumn<DetectionOpening | ShadowOpening>;

/** What lists of what would have opened tell of each, whether it is a draft's or a shadow's. */
export const openingColumns = {
  age: {
    name: "AGE",
    field: "openedAt",
    cell: ({ openedAt }, now) => ({ text: age(openedAt, now), exact: openedAt }),
  },
  severity: {
    name: "SEVERITY",
    field: "severity",
    dropPriority: 18,
    cell: ({ severity }) => ({ text: cleanLine(severity), style: severityStyle[severity] }),
  },
  service: {
    name: "SERVICE",
    field: "service",
    minWidth: 8,
    dropPriority: 20,
    cell: ({ service }) => textCell(service),
  },
  environment: {
    name: "ENVIRONMENT",
    field: "environment",
    wide: true,
    cell: ({ environment }) => textCell(environment),
  },
  title: { name: "TITLE", field: "title", minWidth: 10, cell: ({ title }) => textCell(title) },
  closed: { name: "CLOSED", field: "closedAt", wide: true, cell: ({ closedAt }) => textCell(closedAt) },
  event: {
    name: "EVENT",
    field: "triggeringEventId",
    wide: true,
    cell: ({ triggeringEventId }) => textCell(triggeringEventId),
  },
  seen: {
    name: "",
    field: "observations",
    cell: ({ observations: seen }) => ({ text: seen > 1 ? `×${seen}` : "", exact: String(seen) }),
  },
} satisfies Readonly<Record<string, OpeningColumn>>;
