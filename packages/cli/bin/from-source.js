// Runs a checkout without compiling it. Node strips types itself; only views (.tsx) need a compiler.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The cache of compiled views, by the hash of their source. */
const viewsFolder = fileURLToPath(new URL("../../../node_modules/.cache/tocsin-views", import.meta.url));

/** Makes the packages of this repository resolve to their source. */
export function runFromSource() {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "tocsin-source"] }),
    load: (url, context, next) => (url.endsWith(".tsx") ? loadView(url) : next(url, context)),
  });
}

/** Loads a view, which few commands need. Compiling takes longer than drawing, so the result is cached. */
function loadView(url) {
  const sourcefile = fileURLToPath(url);
  const text = readFileSync(sourcefile, "utf8");
  const kept = join(viewsFolder, `${createHash("sha256").update(`${sourcefile}\n${text}`).digest("hex")}.js`);
  if (existsSync(kept)) return { format: "module", source: readFileSync(kept, "utf8"), shortCircuit: true };
  const source = compile(text, sourcefile);
  try {
    mkdirSync(viewsFolder, { recursive: true });
    writeFileSync(`${kept}.${process.pid}`, source);
    renameSync(`${kept}.${process.pid}`, kept);
  } catch {
    // Without a writable cache, each start compiles again.
  }
  return { format: "module", source, shortCircuit: true };
}

function compile(text, sourcefile) {
  const require = createRequire(import.meta.url);
  const { transformSync } = createRequire(require.resolve("tsx"))("esbuild");
  const options = { loader: "tsx", format: "esm", target: "es2024", jsx: "automatic", sourcefile, sourcemap: "inline" };
  return transformSync(text, options).code;
}
