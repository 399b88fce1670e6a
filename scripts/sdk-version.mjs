// Writes the version of packages/sdk into its source; npm and lerna run it when they raise the version.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const folder = join(root, "packages/sdk");
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const file = join(folder, "src/transport/version.ts");
writeFileSync(file, readFileSync(file, "utf8").replace(/version = "[^"]*"/, `version = "${version}"`));
