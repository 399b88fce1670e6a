import { BaseCommand } from "../../command/base-command.ts";
import { settingsText } from "../../format/report.ts";

export default class ReportShow extends BaseCommand {
  static override summary = "Show when reports are sent and to whom, and how long records are kept.";
  static override examples = ["<%= config.bin %> report show"];

  async run() {
    const { flags } = await this.parse(ReportShow);
    const client = await this.client(flags);
    const settings = await client.reporting.settings();
    this.log(settingsText(settings, this.layout));
    return settings;
  }
}
