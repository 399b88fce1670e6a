import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createSchemaChecks } from "../http/ingest/schema-checks.ts";
import type { SchemaChecks } from "../ingest/judge.ts";

/** The bundled OpenAPI documents that ship with the daemon. */
export const coreDocumentPath = fileURLToPath(new URL("../../generated/core.json", import.meta.url));
export const ingestionDocumentPath = fileURLToPath(new URL("../../generated/ingestion.json", import.meta.url));
export const builtInRulesPath = fileURLToPath(new URL("../../rules/default.yaml", import.meta.url));

export const schemaChecks = (): SchemaChecks =>
  createSchemaChecks(
    JSON.parse(readFileSync(ingestionDocumentPath, "utf8")) as Parameters<typeof createSchemaChecks>[0],
    {
      log: "LogEvent",
      metric: "MetricPoint",
      deployment: "DeploymentEvent",
    },
  );
