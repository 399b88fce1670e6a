import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Config, Plugin } from "@oclif/core";
import type { PJSON } from "@oclif/core/interfaces";

/**
 * The configuration of the command line. A published package brings a manifest, with which it starts without loading
 * every command. A checkout makes one for itself, and anew whenever a file of the source has changed.
 */
export async function loadConfig(root: string, pjson: PJSON, fromSource: boolean): Promise<Config> {
  if (!fromSource) return Config.load({ root, pjson });
  const file = path.join(root, ".oclif.manifest.json");
  const version = `${pjson.version}-${sourceFingerprint(path.join(root, "src"))}.${pjson.oclif.bin?.replaceAll(/\W/g, "")}`;
  if (readText(file).endsWith(`"version":"${version}"}`)) return Config.load({ root, pjson });
  const config = await Config.load({ root, pjson, ignoreManifest: true });
  const plugin = config.plugins.get(pjson.name);
  const commands = plugin instanceof Plugin ? plugin.manifest.commands : {};
  // One that can't be loaded is left out, with a warning that should come every time.
  if (Object.keys(commands).length === plugin?.commandIDs.length) keep(file, JSON.stringify({ commands, version }));
  return config;
}

/** Changes with every change of a file under a folder: how many there are, and when the last one was written. */
function sourceFingerprint(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const newest = Math.max(...files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).mtimeMs));
  return `${files.length}.${Math.round(newest)}`;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Two that start at once write the same; a folder that nobody may write to only costs time. */
function keep(file: string, text: string): void {
  try {
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next start makes it anew.
  }
}
