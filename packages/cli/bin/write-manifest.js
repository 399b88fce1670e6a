// Writes oclif.manifest.json, with which the published command line starts without loading every command.
// postpack removes it, because it would become outdated in the repository.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Config } from "@oclif/core";

const root = fileURLToPath(new URL("..", import.meta.url));
const config = await Config.load({ root, ignoreManifest: true });
const { manifest } = config.plugins.get("@tocsin/cli");
await writeFile(new URL("../oclif.manifest.json", import.meta.url), `${JSON.stringify(manifest, null, 2)}\n`);
