import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Request } from "express";
import { ApplicationError, type ErrorDetail } from "../../kernel/errors.ts";
import { isJsonUtf8 } from "./media-type.ts";
import { type Document, type Operation, type Parameter, parametersOf, requestBodyOf } from "./openapi-document.ts";
import { isRedundant, messageOf } from "./validation-message.ts";

/** The query of a request, with numbers for numeric parameters and defaults for missing ones. */
export type ValidatedQuery = Readonly<Record<string, unknown>>;

/** Throws `invalid_request` or `unsupported_media_type`. */
export type ValidateRequest = (request: Request) => ValidatedQuery;

const INTEGER = /^-?\d+$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;
/** Where a request has the parameters of the document's `in`. */
const PLACES = { query: "query", header: "headers", path: "params" } as const;

export function createAjv(document: Document, options: Options): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, strictNumbers: true, ...options });
  addFormats.default(ajv, { mode: "full" });
  return ajv.addSchema({ $id: "document", components: { schemas: document.components.schemas } });
}

/** A schema of the document that can stand alone: its references lead into the document. */
export const standalone = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;

/** Checks requests against their operations by Ajv. Each schema is compiled at the first request that needs it. */
export function createRequestValidation(document: Document): (operation: Operation) => ValidateRequest {
  const ajv = createAjv(document, { useDefaults: true, discriminator: true });
  return (operation) => {
    const parameters = parametersOf(document, operation);
    const inQuery = parameters.filter((each) => each.in === "query");
    const body = requestBodyOf(document, operation);
    const schema = {
      type: "object",
      properties: {
        ...Object.fromEntries(Object.entries(PLACES).map(([place, name]) => [name, placeSchema(parameters, place)])),
        ...(body && { body: standalone(body.content["application/json"].schema) }),
      },
      required: body?.required ? ["body"] : [],
    };
    let validate: ValidateFunction | undefined;
    return (request) => {
      if (body) refuseOtherMediaTypes(request, body.required ?? false);
      const query = readQuery(request.query, inQuery);
      validate ??= ajv.compile(schema);
      const { headers, params } = request;
      if (!validate({ query, headers, params, body: request.body as unknown })) {
        throw invalidRequest(validate.errors ?? []);
      }
      return query;
    };
  };
}

function placeSchema(parameters: readonly Parameter[], place: string): object {
  const here = parameters.filter((each) => each.in === place);
  const nameOf = ({ name }: Parameter) => (place === "header" ? name.toLowerCase() : name);
  return {
    type: "object",
    properties: Object.fromEntries(here.map((each) => [nameOf(each), standalone(each.schema)])),
    required: here.filter(({ required }) => required).map(nameOf),
  };
}

function refuseOtherMediaTypes({ headers }: Request, isRequired: boolean): void {
  const type = headers["content-type"];
  if (type === undefined ? !isRequired : isJsonUtf8(type)) return;
  throw new ApplicationError("unsupported_media_type", "Send the body as application/json.");
}

function readQuery(
  query: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
): Record<string, unknown> {
  const read: Record<string, unknown> = { ...query };
  for (const { name, schema } of parameters) {
    // `limit[]=5` is refused as a list: ignoring it would answer another question than was asked.
    const list = Object.keys(query).find((key) => key.startsWith(`${name}[`));
    if (list !== undefined) read[name] = [query[list]];
    else if (isPlainNumber(read[name], schema.type)) read[name] = Number(read[name]);
  }
  return read;
}

/** Only plain digits become numbers: `Number()` also reads `Infinity`, `0x10`, `+5` and ` 5`. */
function isPlainNumber(text: unknown, type: unknown): boolean {
  if (typeof text !== "string") return false;
  if (type === "integer") return INTEGER.test(text) && Number.isSafeInteger(Number(text));
  return type === "number" && DECIMAL.test(text) && Number.isFinite(Number(text));
}

function invalidRequest(errors: readonly ErrorObject[]): ApplicationError {
  const details = errors
    .filter((error) => !isRedundant(error))
    .map((error): ErrorDetail => ({ path: pathOf(error), message: messageOf(error) }));
  const [first] = details;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  const message = first ? `${first.path || "the body"} ${first.message}${more}` : "the body fits no known form";
  return new ApplicationError("invalid_request", `Invalid request: ${message}`.slice(0, 500), { details });
}

/** `/body/severity` is `/severity` to the sender of the body; query, headers and path keep their first word. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Readonly<Record<string, string>>;
  const field = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return `${instancePath}${field === undefined ? "" : `/${field}`}`.replace(/^\/body(?=\/|$)/, "");
}
