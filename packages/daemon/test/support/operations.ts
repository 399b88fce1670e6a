import { readFileSync } from "node:fs";
import { coreDocumentPath } from "../../src/app/documents.ts";

/** An operation of the core interface, as its document says. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With an id in the place of each parameter. */
  readonly path: string;
  /** With the names of its parameters, such as `/incidents/{id}`. */
  readonly template: string;
  /** Names of what its query takes. */
  readonly query: readonly string[];
  /** Whether it takes an Idempotency-Key. */
  readonly takesKey: boolean;
  /** Names of the fields that its body takes; none where it takes no body. */
  readonly fields: readonly string[];
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
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, unknown>>;
}
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

export const SOME_ID = "01900000-0000-7000-8000-000000000000";

export const coreDocument = JSON.parse(readFileSync(coreDocumentPath, "utf8")) as Document;

/** What is meant, where it is only referred to. */
function meant<Value>(value: unknown): Value {
  const { $ref } = (value ?? {}) as Partial<Reference>;
  if ($ref === undefined) return value as Value;
  const steps = $ref.split("/").slice(1);
  return meant(steps.reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], coreDocument));
}

/** Every operation of the document, none left out. */
export function operations(): Operation[] {
  return Object.entries(coreDocument.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({
        id: operation.operationId,
        method: method.toUpperCase(),
        path: template.replaceAll(/\{\w+\}/g, SOME_ID),
        template,
        ...asked(operation),
        statuses: Object.keys(operation.responses).map(Number).filter(Number.isInteger),
        streams: "text/event-stream" in (meant<{ content?: Content }>(operation.responses["200"])?.content ?? {}),
        permission: operation.security[0]?.["bearer"]?.[0],
      })),
  );
}

function asked({
  parameters = [],
  requestBody,
}: Described): Pick<Operation, "query" | "takesKey" | "fields" | "example"> {
  const { schema, examples = {} } = requestBody?.content["application/json"] ?? {};
  const [example] = Object.values(examples);
  return {
    takesKey: parameters.some((each) => meant<{ name: string }>(each).name === "Idempotency-Key"),
    query: parameters
      .map((each) => meant<{ name: string; in: string }>(each))
      .filter((each) => each.in === "query")
      .map(({ name }) => name),
    fields: Object.keys(meant<{ properties?: object } | undefined>(schema)?.properties ?? {}),
    example: meant<{ value?: Readonly<Record<string, unknown>> } | undefined>(example)?.value,
  };
}
