import { BaseCommand } from "../../command/base-command.ts";
import { settingsText } from "../../format/report.ts";

export default class ReportShow extends BaseCommand {
  static override summary = "Show the schedule, recipients and retention of reports.";
  static override examples = ["<%= config.bin %> report show"];

  async run() {
    const { flags } = await this.parse(ReportShow);
    const client = await this.client(flags);
    const settings = await client.reporting.settings();
    this.log(settingsText(settings, this.layout));
    return settings;
  }
}
