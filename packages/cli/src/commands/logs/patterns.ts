import { Args, Flags } from "@oclif/core";
import { defineList } from "../../command/define-command.ts";
import { oneOf, pageFlags, readPages, time } from "../../flags/common-flags.ts";
import { logLevels } from "../../format/event.ts";
import { patternListing, trends } from "../../format/log-pattern.ts";

export default defineList({
  summary: "List the log templates of a service, the most frequent first.",
  description:
    "A template is the constant part of similar messages, without numbers, ids and other values. Templates are kept by environment. Rates are occurrences a minute, now and usually. `logs search --service SERVICE --pattern ID` finds the logs of one template.",
  examples: [
    "tocsin logs patterns checkout-api",
    "tocsin logs patterns checkout-api --trend rising",
    "tocsin logs patterns checkout-api --level error --since 1h -o wide",
    "tocsin logs patterns checkout-api --trend new --json | jq -r '.[].template'",
  ],
  args: { service: Args.string({ description: "Name of the service.", required: true }) },
  flags: {
    environment: Flags.string({ description: "Only templates of this environment; unknown means logs without one." }),
    level: oneOf(logLevels, { description: "Only templates of this level." }),
    trend: oneOf(trends, { description: "Only templates with this trend against their usual rate." }),
    since: time({ description: "Only templates seen since this time." }),
    ...pageFlags("patterns", { max: 1_000 }),
  },
  async read({ client: { events }, args, flags }) {
    const { environment, level, trend, since } = flags;
    const filter = { service: args.service, environment, level, trend, since };
    return readPages((limit) => events.allPatterns({ ...filter, limit }), flags, 1_000);
  },
  listing: patternListing,
  none: "No template was found.",
});
