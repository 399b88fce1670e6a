#!/usr/bin/env node
// Imports come after this check: an older Node would fail on their syntax with a stack trace.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`tocsin needs Node 22.19 or later, and this is Node ${process.versions.node}.`);
  process.exit(1);
}
const { enableCompileCache } = await import("node:module");
enableCompileCache?.();
const { existsSync } = await import("node:fs");
// Only a checkout has the source. It runs from the source, because its compiled files can be missing or old.
if (existsSync(new URL("../src/main.ts", import.meta.url))) (await import("./from-source.js")).runFromSource();
const { main } = await import("#main").catch((error) => {
  console.error(`tocsin cannot be loaded: ${error.message.split("\n")[0]}`);
  console.error("In a checkout, run npm install in its folder; elsewhere, install @tocsin/cli again.");
  process.exit(1);
});
await main(process.argv.slice(2));
