// How a checkout runs without being compiled: Node strips the types by itself, and only views (.tsx) need more.
import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** Lets our packages resolve to their source from now on. */
export function runFromSource() {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "tocsin-source"] }),
    load: (url, context, next) => (url.endsWith(".tsx") ? loadView(url) : next(url, context)),
  });
}

/** Views are loaded by the few commands that draw, so nobody else waits for the compiler. */
function loadView(url) {
  const require = createRequire(import.meta.url);
  const { transformSync } = createRequire(require.resolve("tsx"))("esbuild");
  const sourcefile = fileURLToPath(url);
  const options = { loader: "tsx", format: "esm", target: "es2024", jsx: "automatic", sourcefile, sourcemap: "inline" };
  return {
    format: "module",
    source: transformSync(readFileSync(sourcefile, "utf8"), options).code,
    shortCircuit: true,
  };
}
