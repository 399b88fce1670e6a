import { readFileSync } from "node:fs";
import { createSchemaChecks } from "../../http/ingest/telemetry-schema-checks.ts";
import type { SchemaChecks } from "../../ingest/validate-elements.ts";
import { ingestionDocumentPath } from "../config/document-paths.ts";

export const schemaChecks = (): SchemaChecks =>
  createSchemaChecks(
    JSON.parse(readFileSync(ingestionDocumentPath, "utf8")) as Parameters<typeof createSchemaChecks>[0],
    {
      log: "LogEvent",
      metric: "MetricPoint",
      deployment: "DeploymentEvent",
    },
  );
