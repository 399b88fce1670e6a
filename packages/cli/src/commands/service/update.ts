import { Args, Flags } from "@oclif/core";
import type { CatalogEntry, CatalogEntryUpdate } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { ignoreNotFound } from "../../find/ignore-not-found.ts";
import { changeFlags, duration, oneOf, usageError } from "../../flags/common-flags.ts";
import { entryChanges, tiers } from "../../format/service.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";
import { quoteForShell } from "../../text/shell-quote.ts";

const DAY_MS = 86_400_000;
const DEFAULT_WINDOW_DAYS = 30;

export default class ServiceUpdate extends BaseCommand {
  static override summary = "Add a service to the catalog, or change its entry.";
  static override description =
    "Other fields stay unchanged; a new entry needs --owner and --tier. An empty --policy or --environment, and --objective none, remove the value.";
  static override examples = [
    "<%= config.bin %> service update checkout --owner payments --tier tier-0",
    "<%= config.bin %> service update checkout --objective 99.9 --window 30d",
    '<%= config.bin %> service update checkout --policy "" --objective none',
  ];
  static override args = { service: Args.string({ description: "Name of the service.", required: true }) };
  static override flags = {
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
  };

  async run() {
    const { args, flags } = await this.parse(ServiceUpdate);
    const { owner, tier, policy, environment, objective, window } = flags;
    if ([owner, tier, policy, environment, objective, window].every((value) => value === undefined))
      throw usageError(
        `Name a change, for example: ${programs.cli} service update ${quoteForShell(args.service)} --tier tier-0`,
      );
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
        ? `${programs.cli} service show ${quoteForShell(args.service)}`
        : `${programs.cli} service dependencies ${quoteForShell(args.service)} --on SERVICE,…`,
    );
    return after;
  }
}

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
