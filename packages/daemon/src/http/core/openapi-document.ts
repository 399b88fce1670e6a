import type { OperationId } from "./route.ts";

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;

interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: unknown };
}

export interface JsonContent {
  readonly content: { readonly "application/json": { readonly schema: object } };
}

interface RequestBody extends JsonContent {
  readonly required?: boolean;
}

export interface Operation {
  readonly operationId: OperationId;
  /** One entry with the permissions of the bearer token; empty for health and metrics. */
  readonly security: readonly { readonly bearer: readonly string[] }[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: RequestBody | Reference;
  readonly responses: Readonly<Record<string, Partial<JsonContent> | Reference>>;
}

/** The parts of the bundled OpenAPI document that the server reads. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<(typeof METHODS)[number], Operation>>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The value itself, or the component that a reference names. */
export function resolve<Value extends object>({ components }: Document, value: Value | Reference): Value {
  if (!("$ref" in value)) return value;
  const [section = "", name = ""] = value.$ref.split("/").slice(2);
  return components[section]?.[name] as Value;
}

export const parametersOf = (document: Document, { parameters = [] }: Operation): Parameter[] =>
  parameters.map((each) => {
    const parameter = resolve<Parameter>(document, each);
    return { ...parameter, schema: resolve<Parameter["schema"]>(document, parameter.schema) };
  });

export const requestBodyOf = (document: Document, { requestBody }: Operation): RequestBody | undefined =>
  requestBody && resolve<RequestBody>(document, requestBody);
