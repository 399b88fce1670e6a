import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { listFlags, oneOf, rangeFlags } from "../../flags/common-flags.ts";
import { actionStatuses } from "../../format/action-status.ts";
import { actionListing } from "../../format/remediation-action.ts";

/** Maximum of the API. */
const LIMIT_MAX = 500;

export default defineCommand({
  summary: "List remediation actions, the newest first.",
  description: `--service, --since and --until filter the newest ${LIMIT_MAX} actions that pass the other filters. stderr says if there may be more.`,
  examples: [
    "tocsin remediation list",
    "tocsin remediation list --status failed --environment production",
    "tocsin remediation list --service checkout --since yesterday -o csv",
  ],
  flags: {
    status: oneOf(actionStatuses, { description: "Only actions in this status." }),
    environment: Flags.string({ description: "Only actions in this environment." }),
    service: Flags.string({ description: "Only actions on this service." }),
    ...rangeFlags,
    limit: Flags.integer({ description: "Maximum number of actions to list.", default: 50, min: 1, max: LIMIT_MAX }),
    ...listFlags,
  },
  async run({ flags }) {
    const { status, environment, service, since, until, limit } = flags;
    const isNarrowed = service !== undefined || since !== undefined || until !== undefined;
    const client = await this.client(flags);
    const found = await client.remediation.actions({ status, environment, limit: isNarrowed ? LIMIT_MAX : limit });
    const actions = found
      .filter(
        ({ serviceName, createdAt }) =>
          (service === undefined || serviceName === service) &&
          (since === undefined || Date.parse(createdAt) >= Date.parse(since)) &&
          (until === undefined || Date.parse(createdAt) < Date.parse(until)),
      )
      .slice(0, limit);
    await this.showList(actionListing(actions), flags, "No action matches these filters.");
    const oldest = found.at(-1)?.createdAt;
    const reachesBack = since !== undefined && oldest !== undefined && Date.parse(oldest) < Date.parse(since);
    if (isNarrowed && found.length === LIMIT_MAX && actions.length < limit && !reachesBack)
      this.note(`Only the newest ${LIMIT_MAX} actions were read; there may be more.`);
    return actions;
  },
});
