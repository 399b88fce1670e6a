import { fileURLToPath } from "node:url";

/** The bundled OpenAPI documents that ship with the daemon. */
export const coreDocumentPath = fileURLToPath(new URL("../../../generated/core.json", import.meta.url));
export const ingestionDocumentPath = fileURLToPath(new URL("../../../generated/ingestion.json", import.meta.url));
export const builtInRulesPath = fileURLToPath(new URL("../../../rules/default.yaml", import.meta.url));
