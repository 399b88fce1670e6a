import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { listFlags, oneOf, time } from "../../flags/common-flags.ts";
import { pageFlags, readPages } from "../../flags/page-flags.ts";
import { logLevels } from "../../format/event.ts";
import { patternListing, trends } from "../../format/log-pattern.ts";

export default class LogsPatterns extends BaseCommand {
  static override summary = "List the log templates of a service, the most frequent first.";
  static override description =
    "A template is the constant part of similar messages, without numbers, ids and other values. Templates are kept by environment. Rates are occurrences a minute, now and usually. `logs search --service SERVICE --pattern ID` finds the logs of one template.";
  static override examples = [
    "<%= config.bin %> logs patterns checkout-api",
    "<%= config.bin %> logs patterns checkout-api --trend rising",
    "<%= config.bin %> logs patterns checkout-api --level error --since 1h -o wide",
    "<%= config.bin %> logs patterns checkout-api --trend new --json | jq -r '.[].template'",
  ];
  static override args = {
    service: Args.string({ description: "Name of the service.", required: true }),
  };
  static override flags = {
    environment: Flags.string({ description: "Only templates of this environment; unknown means logs without one." }),
    level: oneOf(logLevels, { description: "Only templates of this level." }),
    trend: oneOf(trends, { description: "Only templates with this trend against their usual rate." }),
    since: time({ description: "Only templates seen since this time." }),
    ...pageFlags("patterns", { max: 1_000 }),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(LogsPatterns);
    const { environment, level, trend, since } = flags;
    const { events } = await this.client(flags);
    const filter = { service: args.service, environment, level, trend, since };
    const patterns = await readPages((limit) => events.allPatterns({ ...filter, limit }), flags, 1_000);
    await this.showList(patternListing(patterns), flags, "No template was found.");
    return patterns;
  }
}
