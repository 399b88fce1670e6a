import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect } from "chai";
import { ingestionDocumentPath } from "../../src/app/config/document-paths.ts";
import type { Answer } from "./request.ts";

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly operationId?: string; readonly responses: Readonly<Record<string, Response>> }>
      >
    >
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

const document = JSON.parse(readFileSync(ingestionDocumentPath, "utf8")) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...document, $id: "ingestion" });

const pointer = (...parts: string[]): string =>
  parts
    .map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"))
    .map(encodeURIComponent)
    .join("/");

function schemaRef(operationId: string, status: number): string {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId !== operationId) continue;
      const response = operation.responses[String(status)];
      if (!response) throw new Error(`The document knows no ${status} of ${operationId}.`);
      const where = response.$ref
        ? response.$ref.slice(2)
        : pointer("paths", path, method, "responses", String(status));
      return `ingestion#/${where}/${pointer("content", "application/json", "schema")}`;
    }
  }
  throw new Error(`The document has no operation ${operationId}.`);
}

/** Holds an answer of the ingestion interface against its document; `default` doesn't count as described. */
export function conforms(answer: Answer, operationId: string): void {
  expect(answer.headers.get("content-type"), "content-type").to.match(/^application\/json/);
  expect(answer.headers.get("x-request-id"), "x-request-id").to.match(/^[\w-]{8,}$/);
  const validate = ajv.getSchema(schemaRef(operationId, answer.status));
  if (!validate) throw new Error(`No schema for ${answer.status} of ${operationId}.`);
  const body = answer.json<unknown>();
  expect(validate(body), `${answer.text.slice(0, 300)}: ${ajv.errorsText(validate.errors)}`).to.equal(true);
  if (answer.status >= 400) expect(body).to.include({ statusCode: answer.status });
}
