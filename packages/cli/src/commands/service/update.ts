import { Args, Flags } from "@oclif/core";
import type { CatalogEntry, CatalogEntryUpdate } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { ignoreNotFound } from "../../find/by-id.ts";
import { changeFlags, duration, oneOf, usageError } from "../../flags/common-flags.ts";
import { entryChanges, tiers } from "../../format/service.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { quoteForShell } from "../../text/shell-quote.ts";

const DAY_MS = 86_400_000;
const DEFAULT_WINDOW_DAYS = 30;

export default defineCommand({
  summary: "Add a service to the catalog, or change its entry.",
  description:
    "Other fields stay unchanged; a new entry needs --owner and --tier. An empty --policy or --environment, and --objective none, remove the value.",
  examples: [
    "tocsin service update checkout --owner payments --tier tier-0",
    "tocsin service update checkout --objective 99.9 --window 30d",
    'tocsin service update checkout --policy "" --objective none',
  ],
  args: { service: Args.string({ description: "Name of the service.", required: true }) },
  flags: {
    owner: Flags.string({ description: "Team that owns it." }),
    tier: oneOf(tiers, { description: "Importance; tier-0 is the highest." }),
    policy: Flags.string({ description: "Name of the escalation policy." }),
    environment: Flags.string({ description: "Environment of the service." }),
    objective: Flags.string({ description: "Share of calls that must succeed.", helpValue: "<percent|none>" }),
    window: duration({
      description: `Days over which the objective is measured; ${DEFAULT_WINDOW_DAYS}d for a new objective.`,
      helpValue: "<30d>",
    }),
    ...changeFlags,
  },
  async run({ args, flags }) {
    const { owner, tier, policy, environment, objective, window } = flags;
    if ([owner, tier, policy, environment, objective, window].every((value) => value === undefined))
      throw usageError("Name a change", `service update ${quoteForShell(args.service)} --tier tier-0`);
    const client = await this.client(flags);
    const before = await ignoreNotFound(client.services.get(args.service));
    const ownerTeam = owner ?? before?.ownerTeam;
    const newTier = tier ?? before?.tier;
    if (ownerTeam === undefined || newTier === undefined)
      throw usageError(`${JSON.stringify(args.service)} is not in the catalog. A new entry needs --owner and --tier.`);
    const entry: CatalogEntryUpdate = {
      ownerTeam,
      tier: newTier,
      escalationPolicy: policy === undefined ? (before?.escalationPolicy ?? null) : policy || null,
      environment: environment === undefined ? (before?.environment ?? null) : environment || null,
      slo: objectiveOf(before, objective, window),
    };
    const after = await client.services.update(args.service, entry);
    const changes = entryChanges(before, after);
    const name = cleanLine(after.serviceName);
    this.log(changes.length === 0 ? `${name} is unchanged.` : `${name}: ${changes.join(", ")}`);
    this.suggestNext(
      before
        ? `service show ${quoteForShell(args.service)}`
        : `service dependencies ${quoteForShell(args.service)} --on SERVICE,…`,
    );
    return after;
  },
});

function objectiveOf(
  before: CatalogEntry | undefined,
  given: string | undefined,
  windowMs: number | undefined,
): CatalogEntry["slo"] {
  if (given === "none") {
    if (windowMs !== undefined)
      throw usageError("--window needs an objective and can't be used with --objective none.");
    return null;
  }
  const objectivePct = given === undefined ? before?.slo?.objectivePct : Number(given);
  if (objectivePct === undefined) {
    if (windowMs !== undefined) throw usageError("--window needs --objective.");
    return null;
  }
  if (!(objectivePct > 0 && objectivePct < 100))
    throw usageError(`Expected a percentage between 0 and 100, such as 99.9; got ${JSON.stringify(given)}.`);
  const windowDays = windowMs === undefined ? (before?.slo?.windowDays ?? DEFAULT_WINDOW_DAYS) : windowMs / DAY_MS;
  if (!Number.isInteger(windowDays)) throw usageError("--window takes whole days, such as 30d.");
  return { objectivePct, windowDays };
}
