/** As far as it is read here. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const COMPONENT = /^#\/components\/([^/]+)\/([^/]+)$/;

/**
 * The document without its responses, and without the components that only they refer to: about a quarter of it. The
 * validator compiles every schema of the document that it is given, whether it validates responses or not.
 */
export function requestDocument<Given extends Document>(document: Given): Given {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, withoutResponses(operation)]),
      ),
    ]),
  );
  return { ...document, paths, components: componentsOf(document, paths) };
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
