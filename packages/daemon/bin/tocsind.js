#!/usr/bin/env node
// Checked before anything is loaded: under an older Node the storage library ends the process without a word.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `tocsind needs Node.js 22.19 or newer; this is ${process.version}. In the project folder, npm start brings its own.`,
  );
  process.exit(1);
}
// Sparkplug's code takes 5 MiB in three threads and made no measurable difference: what is hot, Maglev compiles.
const { setFlagsFromString } = await import("node:v8");
setFlagsFromString("--no-sparkplug");
// A checkout that nobody has compiled yet runs from its source.
const { existsSync } = await import("node:fs");
await import(existsSync(new URL("../dist/main.js", import.meta.url)) ? "#main" : "../src/main.ts");
