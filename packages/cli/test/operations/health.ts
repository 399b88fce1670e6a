import type { Reached } from "./reached.ts";

export const reached: Reached = {
  checkLiveness: "health",
  checkReadiness: "health",
  readMetrics: "metrics",
  "ingestion:checkLiveness": "health --only ingestion",
  "ingestion:checkReadiness": "health --only ingestion",
  "ingestion:readMetrics": "metrics --ingest",
};
