import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { TIME_FORMAT_MESSAGE } from "../../ingest/timestamp.ts";
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

function toDetail({ keyword, instancePath: path, params, message = "is invalid" }: ErrorObject): ErrorDetail {
  switch (keyword) {
    case "required":
      return { path: `${path}/${params["missingProperty"]}`, message: "is required" };
    case "enum":
      return { path, message: `must be one of ${(params["allowedValues"] as readonly unknown[]).join(", ")}` };
    case "pattern":
      return { path, message: path.endsWith("/service") ? "must hold more than white space" : TIME_FORMAT_MESSAGE };
    default:
      return { path, message };
  }
}
