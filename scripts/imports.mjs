import { run } from "./run.mjs";

/** The files below source roots with what each imports, as dependency-cruiser lists them: `{source, dependencies}`. */
export async function importsOf(roots) {
  const args = [...roots, "--config", ".dependency-cruiser.cjs", "--output-type", "json"];
  const { code, output } = await run("depcruise", args, { quiet: true });
  if (!output.startsWith("{")) throw new Error(`dependency-cruiser ended with ${code}: ${output}`);
  return JSON.parse(output).modules;
}
