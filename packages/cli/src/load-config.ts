import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Config, Plugin } from "@oclif/core";
import type { PJSON } from "@oclif/core/interfaces";

/**
 * Loads the configuration of oclif. A published package has a manifest, so that it starts without loading every
 * command. A checkout writes its own, and again after every change of the source.
 */
export async function loadConfig(root: string, pjson: PJSON, fromSource: boolean): Promise<Config> {
  if (!fromSource) return Config.load({ root, pjson });
  const file = path.join(root, ".oclif.manifest.json");
  const version = `${pjson.version}-${sourceFingerprint(path.join(root, "src"))}.${pjson.oclif.bin?.replaceAll(/\W/g, "")}`;
  if (readText(file).endsWith(`"version":"${version}"}`)) return Config.load({ root, pjson });
  const config = await Config.load({ root, pjson, ignoreManifest: true });
  const plugin = config.plugins.get(pjson.name);
  const commands = plugin instanceof Plugin ? plugin.manifest.commands : {};
  // A manifest without a broken command would hide its warning.
  if (Object.keys(commands).length === plugin?.commandIDs.length) keep(file, JSON.stringify({ commands, version }));
  return config;
}

/** Changes with every file of a folder: the number of files and the latest modification. */
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

/** Concurrent starts write the same file; a read-only folder only costs time. */
function keep(file: string, text: string): void {
  try {
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next start tries again.
  }
}
