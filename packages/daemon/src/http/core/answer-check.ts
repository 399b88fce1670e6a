import { type Document, type JsonContent, type Operation, resolve } from "./openapi-document.ts";
import { createAjv, standalone } from "./request-validation.ts";

/** Throws where a JSON answer is not what the document says. Tests run with it. */
export type CheckAnswer = (operation: Operation, status: number, body: unknown) => void;

export function createAnswerCheck(document: Document): CheckAnswer {
  const ajv = createAjv(document, {});
  const schemas = new Map<object, object>();
  return ({ operationId, responses }, status, body) => {
    const declared = responses[status] ?? responses["default"];
    const schema = declared && resolve<Partial<JsonContent>>(document, declared).content?.["application/json"].schema;
    if (schema === undefined) throw new Error(`${operationId} does not declare a JSON answer with status ${status}.`);
    const compiled = schemas.get(schema) ?? standalone(schema);
    schemas.set(schema, compiled);
    const validate = ajv.compile(compiled);
    if (validate(JSON.parse(JSON.stringify(body)))) return;
    throw new Error(`${operationId} answered ${status} with ${ajv.errorsText(validate.errors)}.`);
  };
}
