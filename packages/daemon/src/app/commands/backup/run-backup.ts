import { systemClock } from "../../../kernel/clock.ts";
import type { DataConfig } from "../../config/config.ts";
import { backUp, describeBackup } from "./back-up.ts";
import { createProgressLine } from "./progress-line.ts";
import { describeRestore, restore } from "./restore.ts";

export interface BackupRequest {
  readonly folder: string;
  readonly json: boolean;
}

export interface RestoreRequest extends BackupRequest {
  readonly replace: boolean;
}

const tools = () => ({ now: () => systemClock.now(), progress: createProgressLine(process.stderr) });

/** Returns the text to print. Throws ConfigError. */
export async function runBackup(config: DataConfig, { folder, json }: BackupRequest): Promise<string> {
  const manifest = await backUp(config, folder, tools());
  return json ? `${JSON.stringify(manifest)}\n` : describeBackup(manifest, folder, config);
}

/** Returns the text to print. Throws ConfigError. */
export async function runRestore(config: DataConfig, { folder, json, replace }: RestoreRequest): Promise<string> {
  const outcome = await restore(config, folder, { ...tools(), replace });
  return json
    ? `${JSON.stringify({ ...outcome.manifest, setAside: outcome.setAside ?? null })}\n`
    : describeRestore(outcome, config);
}
