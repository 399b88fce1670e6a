import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { SchemaCheck, SchemaChecks } from "../../ingest/validate-elements.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/**
 * The contract's schemas of telemetry, compiled from the OpenAPI document. The batch path checks each of ten thousand
 * elements, which a validator of whole requests doesn't.
 */
export function createSchemaChecks(
  document: Document,
  names: Readonly<Record<keyof SchemaChecks, string>>,
): SchemaChecks {
  const ajv = new Ajv2020({ allErrors: false, strict: false, strictNumbers: true, validateFormats: false });
  ajv.addSchema({ ...document, $id: "document" });
  const check = (kind: keyof SchemaChecks): SchemaCheck => {
    const validate = ajv.getSchema(`document#/components/schemas/${names[kind]}`);
    if (!validate) throw new Error(`The OpenAPI document has no schema ${names[kind]}.`);
    return toCheck(validate as ValidateFunction);
  };
  return { log: check("log"), metric: check("metric"), deployment: check("deployment") };
}

const toCheck =
  (validate: ValidateFunction): SchemaCheck =>
  (element) =>
    validate(element) ? undefined : (validate.errors ?? []).map(toDetail);

function toDetail(error: ErrorObject): ErrorDetail {
  if (error.keyword === "required") {
    const field = (error.params as { missingProperty: string }).missingProperty;
    return { path: `${error.instancePath}/${field}`, message: "is required" };
  }
  if (error.keyword === "enum") {
    const allowed = (error.params as { allowedValues: readonly unknown[] }).allowedValues;
    return { path: error.instancePath, message: `must be one of ${allowed.join(", ")}` };
  }
  if (error.keyword === "pattern" && error.instancePath.endsWith("/service")) {
    return { path: error.instancePath, message: "must hold more than white space" };
  }
  if (error.keyword === "pattern") {
    return {
      path: error.instancePath,
      message: "must be a time in ISO 8601 with Z or an offset, such as 2026-01-02T03:04:05.678Z",
    };
  }
  return { path: error.instancePath, message: error.message ?? "is invalid" };
}
