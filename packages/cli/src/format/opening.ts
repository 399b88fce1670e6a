import type { DetectionOpening, ShadowOpening } from "@tocsin/sdk";
import { cleanLine } from "../text/clean-text.ts";
import { age } from "../text/time.ts";
import { severityStyle } from "./incident.ts";
import { type ListColumn, textCell } from "./listing.ts";

type Column = ListColumn<DetectionOpening | ShadowOpening>;

/** What lists of what would have opened tell of each, whether it is a draft's or a shadow's. */
export const openingColumns = {
  age: {
    name: "AGE",
    field: "openedAt",
    of: ({ openedAt }, now) => ({ text: age(openedAt, now), whole: openedAt }),
  },
  severity: {
    name: "SEVERITY",
    field: "severity",
    optional: 18,
    of: ({ severity }) => ({ text: cleanLine(severity), style: severityStyle[severity] }),
  },
  service: {
    name: "SERVICE",
    field: "service",
    flexible: 8,
    optional: 20,
    of: ({ service }) => textCell(service),
  },
  environment: {
    name: "ENVIRONMENT",
    field: "environment",
    wide: true,
    of: ({ environment }) => textCell(environment),
  },
  title: { name: "TITLE", field: "title", flexible: 10, of: ({ title }) => textCell(title) },
  closed: { name: "CLOSED", field: "closedAt", wide: true, of: ({ closedAt }) => textCell(closedAt) },
  event: {
    name: "EVENT",
    field: "triggeringEventId",
    wide: true,
    of: ({ triggeringEventId }) => textCell(triggeringEventId),
  },
  seen: {
    name: "",
    field: "observations",
    of: ({ observations: seen }) => ({ text: seen > 1 ? `×${seen}` : "", whole: String(seen) }),
  },
} satisfies Readonly<Record<string, Column>>;
