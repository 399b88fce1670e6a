// How a checkout runs without being compiled: Node strips the types by itself, and only views (.tsx) need more.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the compiler made of views, by what they are. */
const viewsFolder = fileURLToPath(new URL("../../../node_modules/.cache/tocsin-views", import.meta.url));

/** Lets our packages resolve to their source from now on. */
export function runFromSource() {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "tocsin-source"] }),
    load: (url, context, next) => (url.endsWith(".tsx") ? loadView(url) : next(url, context)),
  });
}

/** Views are loaded by the few commands that draw. Starting the compiler takes longer than drawing, so its work is kept. */
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
    // A folder that nobody may write to only costs time.
  }
  return { format: "module", source, shortCircuit: true };
}

function compile(text, sourcefile) {
  const require = createRequire(import.meta.url);
  const { transformSync } = createRequire(require.resolve("tsx"))("esbuild");
  const options = { loader: "tsx", format: "esm", target: "es2024", jsx: "automatic", sourcefile, sourcemap: "inline" };
  return transformSync(text, options).code;
}
