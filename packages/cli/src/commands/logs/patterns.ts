import { Args, Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { listFlags, oneOf, time } from "../../flags/common-flags.ts";
import { pageFlags, readPages } from "../../flags/page-flags.ts";
import { logLevels } from "../../format/event.ts";
import { patternListing, trends } from "../../format/log-pattern.ts";

export default class LogsPatterns extends BaseCommand {
  static override summary = "List the kinds of messages that a service writes, the most frequent first.";
  static override description =
    "A pattern is what messages have in common, without the numbers, ids and other values in them. Each environment has its own. Rates are occurrences a minute, of the last minutes and as usual. `logs search --service SERVICE --pattern ID` finds the logs of one.";
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
    environment: Flags.string({ description: "Only patterns of this environment; unknown: of logs that name none." }),
    level: oneOf(logLevels, { description: "Only patterns that came at this level." }),
    trend: oneOf(trends, { description: "Only patterns that come so now, against how they usually do." }),
    since: time({ description: "Only patterns that were seen since then." }),
    ...pageFlags("patterns", { max: 1_000 }),
    ...listFlags,
  };

  async run() {
    const { args, flags } = await this.parse(LogsPatterns);
    const { environment, level, trend, since } = flags;
    const { events } = await this.client(flags);
    const filter = { service: args.service, environment, level, trend, since };
    const patterns = await readPages((limit) => events.allPatterns({ ...filter, limit }), flags, 1_000);
    await this.showList(patternListing(patterns), flags, "No pattern was found.");
    return patterns;
  }
}
