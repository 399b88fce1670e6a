import { FirstSchema1764000000000 } from "./1764000000000-first-schema.ts";
import { PostgresTelemetry1764000100000 } from "./1764000100000-postgres-telemetry.ts";
import { IncidentPostings1764000200000 } from "./1764000200000-incident-postings.ts";
import { Correlation1764000300000 } from "./1764000300000-correlation.ts";

/** In order. A migration that has landed is never edited; a change is a new one. */
export const migrations = [
  FirstSchema1764000000000,
  PostgresTelemetry1764000100000,
  IncidentPostings1764000200000,
  Correlation1764000300000,
];
