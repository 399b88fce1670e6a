import { readFileSync } from "node:fs";
import { coreDocumentPath } from "../../src/app/documents.ts";

/** An operation of the core interface, as its document says. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With an id in the place of each parameter. */
  readonly path: string;
  /** The permission that it asks for; undefined where it asks for none. */
  readonly permission: string | undefined;
}

interface Described {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export const SOME_ID = "01900000-0000-7000-8000-000000000000";

/** Every operation of the document, none left out. */
export function operations(): Operation[] {
  const document = JSON.parse(readFileSync(coreDocumentPath, "utf8")) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, { operationId, security }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, SOME_ID),
        permission: security[0]?.["bearer"]?.[0],
      })),
  );
}
