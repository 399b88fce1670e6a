import patterns from "path-to-regexp";

/** What express-openapi-validator asks for. */
interface Options {
  readonly sensitive: boolean;
  readonly strict: boolean;
}
interface PathToRegexp {
  pathToRegexp(path: string, options: Options): unknown;
}

let kept = false;

/**
 * Makes the pattern of each path once. express-openapi-validator asks for those of all paths, until one fits, with every
 * request: a sixth of a short request's time. There are as many as the document has paths.
 */
export function keepPathPatterns(): void {
  if (kept) return;
  kept = true;
  const library = patterns as unknown as PathToRegexp;
  const make = library.pathToRegexp;
  const made = new Map<string, Options & { readonly pattern: unknown }>();
  library.pathToRegexp = (path, { sensitive, strict }) => {
    const known = made.get(path);
    if (known && known.sensitive === sensitive && known.strict === strict) return known.pattern;
    const pattern = make(path, { sensitive, strict });
    made.set(path, { sensitive, strict, pattern });
    return pattern;
  };
}
