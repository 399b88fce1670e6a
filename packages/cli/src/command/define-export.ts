import type { Interfaces } from "@oclif/core";
import { exportFlags, requireExportFile, writeExport } from "../export-file.ts";
import type { BaseCommand } from "./base-command.ts";
import { type CommandClass, type Connected, type Documented, defineCommand } from "./define-command.ts";

interface ExportSpec<F extends Interfaces.FlagInput> extends Documented<F> {
  csv(this: BaseCommand, connected: Connected<F>): Promise<string>;
}

/** A command that exports CSV to stdout or to a file. */
export const defineExport = <F extends Interfaces.FlagInput>({ csv, flags, ...spec }: ExportSpec<F>): CommandClass =>
  defineCommand({
    ...spec,
    flags: { ...flags, ...exportFlags },
    async run(parsed) {
      const { file } = parsed.flags as { file?: string };
      requireExportFile(this.jsonEnabled(), file);
      const client = await this.client(parsed.flags);
      const text = await csv.call(this, { ...parsed, client, item: undefined } as unknown as Connected<F>);
      return writeExport(this, text, file);
    },
  });
