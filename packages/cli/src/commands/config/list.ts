import { defineCommand } from "../../command/define-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { fieldColumn, keyedListingOf } from "../../format/listing.ts";
import { userConfigFile } from "../../session/profile.ts";
import { readSettings, secretSettings } from "../../session/settings.ts";

interface Row {
  readonly name: string;
  readonly value: string | null;
  readonly origin: string;
}

const listing = keyedListingOf<Row>({ name: "SETTING", field: "name" }, [
  fieldColumn("VALUE", "value", { minWidth: 10 }),
  fieldColumn("FROM", "origin", { minWidth: 10 }),
]);

export default defineCommand({
  aliases: ["config"],
  summary: "Show the settings of the command line and their origin.",
  description: `Settings come from flags, environment variables, the project's .tocsin.json (profile and organization only), your file, the machine's /etc/tocsin/config.json, and defaults. The first of them wins. Tokens and keys are never shown.`,
  examples: ["tocsin config", "tocsin config list --profile prod --json"],
  flags: listFlags,
  async run({ flags }) {
    const settings = await readSettings(flags.profile, { env: process.env, directory: process.cwd() });
    const rows = Object.entries(settings).map(([name, { value, origin }]) => {
      const isSecret = secretSettings.some((secret) => secret === name);
      return { name, value: value === undefined ? null : isSecret ? "(set, not shown)" : value, origin };
    });
    await this.showList(listing(rows), flags, "");
    if (this.isTerminal && flags.output === undefined) this.note(`Your file: ${userConfigFile(process.env)}`);
    return rows;
  },
});
