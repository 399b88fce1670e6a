import { readFileSync } from "node:fs";
import { coreDocumentPath, ingestionDocumentPath } from "../../src/app/config/document-paths.ts";

/** A parameter of an operation, with what it refers to put in its place. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}

export type Schema = Readonly<Record<string, unknown>>;

/** An operation of an interface, as its document says. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With an id in the place of each parameter. */
  readonly path: string;
  /** With the names of its parameters, such as `/incidents/{id}`. */
  readonly template: string;
  readonly parameters: readonly Parameter[];
  /** What its body must be; undefined where it takes none. Its references are left as they are. */
  readonly body: Schema | undefined;
  /** The media types that its body may have. */
  readonly mediaTypes: readonly string[];
  /** Names of what its query takes. */
  readonly query: readonly string[];
  /** Whether it takes an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Names of the fields that its body takes; none where it takes no body. */
  readonly fields: readonly string[];
  /** The examples of its body. */
  readonly examples: readonly unknown[];
  /** The first example of its body; undefined where it takes none. */
  readonly example: Readonly<Record<string, unknown>> | undefined;
  /** The statuses that it describes. */
  readonly statuses: readonly number[];
  /** True where its answer is a stream of events, which doesn't end. */
  readonly streams: boolean;
  /** The permission that it asks for; undefined where it asks for none. */
  readonly permission: string | undefined;
}

interface Reference {
  readonly $ref: string;
}
type Content = Readonly<Record<string, { readonly schema?: unknown; readonly examples?: Record<string, unknown> }>>;
interface Described {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, unknown>>;
}
/** An OpenAPI document. */
export type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

export const SOME_ID = "01900000-0000-7000-8000-000000000000";

export const coreDocument = JSON.parse(readFileSync(coreDocumentPath, "utf8")) as Document;

export const ingestionDocument = JSON.parse(readFileSync(ingestionDocumentPath, "utf8")) as Document;

/** What a reference leads to; anything else as it is. */
export function resolve<Value>(value: unknown, document: Document = coreDocument): Value {
  const { $ref } = (value ?? {}) as Partial<Reference>;
  if ($ref === undefined) return value as Value;
  const steps = $ref.split("/").slice(1);
  const found = steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], document);
  return resolve(found, document);
}

/** Every operation of a document, the core interface's where none is given; none left out. */
export function operations(document: Document = coreDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path: template.replaceAll(/\{\w+\}/g, SOME_ID),
        template,
        ...parametersOf(operation, document),
        ...bodyOf(operation, document),
        statuses: Object.keys(operation.responses).map(Number).filter(Number.isInteger),
        streams:
          "text/event-stream" in (resolve<{ content?: Content }>(operation.responses["200"], document)?.content ?? {}),
        permission: operation.security?.[0]?.["bearer"]?.[0],
      })),
  );
}

function parametersOf(
  { parameters = [] }: Described,
  document: Document,
): Pick<Operation, "parameters" | "query" | "takesKey"> {
  const resolved = parameters
    .map((each) => resolve<Parameter>(each, document))
    .map((each) => ({ ...each, schema: resolve<Schema>(each.schema, document) }));
  return {
    parameters: resolved,
    takesKey: resolved.some(({ name }) => name === "Idempotency-Key"),
    query: resolved.filter((each) => each.in === "query").map(({ name }) => name),
  };
}

function bodyOf(
  { requestBody }: Described,
  document: Document,
): Pick<Operation, "body" | "mediaTypes" | "fields" | "examples" | "example"> {
  const content = resolve<{ content?: Content } | undefined>(requestBody, document)?.content ?? {};
  const { schema, examples = {} } = content["application/json"] ?? {};
  const values = Object.values(examples).map((each) => resolve<{ value?: unknown }>(each, document).value);
  return {
    body: schema as Schema | undefined,
    mediaTypes: Object.keys(content),
    fields: Object.keys(resolve<{ properties?: object } | undefined>(schema, document)?.properties ?? {}),
    examples: values,
    example: values[0] as Operation["example"],
  };
}
