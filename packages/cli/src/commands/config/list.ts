import { BaseCommand } from "../../base-command.ts";
import { cleanLine } from "../../format/clean.ts";
import { table } from "../../format/table.ts";
import { userConfigFile } from "../../session/profile.ts";
import { readSettings, secretSettings } from "../../session/settings.ts";

export default class ConfigList extends BaseCommand {
  static override aliases = ["config"];
  static override summary = "Show every setting of the command line, and where it comes from.";
  static override description =
    `The first place that has it counts: a flag, a variable of the environment, the file .tocsin.json of the project (profile and organization alone), your file, the machine's file /etc/tocsin/config.json, a default. Tokens and keys are never shown.`;
  static override examples = ["<%= config.bin %> config", "<%= config.bin %> config list --profile prod --json"];

  async run() {
    const { flags } = await this.parse(ConfigList);
    const settings = await readSettings(flags.profile, { env: process.env, directory: process.cwd() });
    const rows = Object.entries(settings).map(([name, { value, origin }]) => {
      const isSecret = secretSettings.some((secret) => secret === name);
      return { name, value: value === undefined ? null : isSecret ? "(set, not shown)" : value, origin };
    });
    if (this.jsonEnabled()) return rows;
    const cells = rows.map(({ name, value, origin }) => [
      { text: name },
      { text: cleanLine(value ?? "-") },
      { text: cleanLine(origin) },
    ]);
    if (this.isTerminal) {
      const columns = [{ name: "SETTING" }, { name: "VALUE", flexible: 10 }, { name: "FROM", flexible: 10 }];
      this.log(table(columns, cells, this.width, this.paint));
      this.note(`Your file: ${userConfigFile(process.env)}`);
    } else this.log(cells.map((row) => row.map(({ text }) => text).join("\t")).join("\n"));
    return rows;
  }
}
