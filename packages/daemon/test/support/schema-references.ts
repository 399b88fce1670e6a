import * as resolution from "ajv/dist/compile/resolve.js";

type Schema = Readonly<Record<string, unknown>>;
type SchemaSearch = (this: unknown, schema: Schema | boolean, baseId: string) => unknown;

const IDENTIFIERS = ["$id", "$anchor", "$dynamicAnchor"];
const withoutIdentifiers = new WeakSet<object>();
let isInstalled = false;

/**
 * Ajv searches each schema for identifiers before it compiles the schema. express-openapi-validator compiles a schema for
 * each operation and for each of its answers, and puts all paths and components of the document into each of them. Where
 * these have no identifiers, this leaves them out of further searches, which take a third of the time of a short test.
 */
export function searchDocumentOnce(): void {
  if (isInstalled) return;
  isInstalled = true;
  const library = (resolution as unknown as { default: { getSchemaRefs: SchemaSearch } }).default;
  const search = library.getSchemaRefs;
  library.getSchemaRefs = function searchOwnParts(schema, baseId) {
    if (typeof schema === "boolean") return search.call(this, schema, baseId);
    const { paths, components, ...own } = schema;
    return search.call(this, [paths, components].every(hasNoIdentifier) ? own : schema, baseId);
  };
}

function hasNoIdentifier(part: unknown): boolean {
  if (typeof part !== "object" || part === null || withoutIdentifiers.has(part)) return true;
  const seen = new Set<object>();
  const search = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null || seen.has(value)) return true;
    seen.add(value);
    return Object.entries(value).every(([name, member]) => !IDENTIFIERS.includes(name) && search(member));
  };
  if (!search(part)) return false;
  withoutIdentifiers.add(part);
  return true;
}
