/** As far as it is read here. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const COMPONENT = /^#\/components\/([^/]+)\/([^/]+)$/;

/**
 * The part of the document with the paths of one area. Without responses where none is validated: the
 * validator compiles every schema that it is given, and the requests need about a quarter of them.
 */
export function partOf<Given extends Document>(document: Given, area: string, withResponses: boolean): Given {
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => areaOf(path) === area)
      .map(([path, operations]) => [
        path,
        withResponses
          ? operations
          : Object.fromEntries(
              Object.entries(operations).map(([method, operation]) => [method, withoutResponses(operation)]),
            ),
      ]),
  );
  return structuredClone({ ...document, paths, components: componentsOf(document, paths) });
}

/** The first segment and the number of segments: `incidents/2` for `/incidents/{id}`. */
export function areaOf(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  return `${segments[0] ?? ""}/${segments.length}`;
}

const withoutResponses = (operation: object): object =>
  "responses" in operation ? { ...operation, responses: { default: { description: "" } } } : operation;

/** The components that the paths refer to, directly or through others. */
function componentsOf({ components }: Document, paths: object): Document["components"] {
  const { securitySchemes = {} } = components;
  const kept: Record<string, Record<string, unknown>> = { securitySchemes: { ...securitySchemes } };
  const waiting: unknown[] = [paths];
  const keep = (reference: string): void => {
    const [, kind = "", name = ""] = COMPONENT.exec(reference) ?? [];
    const component = components[kind]?.[name];
    if (component === undefined || kept[kind]?.[name] !== undefined) return;
    kept[kind] = { ...kept[kind], [name]: component };
    waiting.push(component);
  };
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string") keep(value);
    else if (typeof value === "object" && value !== null) waiting.push(...Object.values(value));
  }
  return kept;
}
