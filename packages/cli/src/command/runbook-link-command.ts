import type { Tocsin } from "@tocsin/sdk";
import { findIncident, runbookItem } from "../find/items.ts";
import { changeFlags, usageError } from "../flags/common-flags.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";
import { BaseCommand } from "./base-command.ts";

/** Links a runbook to incidents, or removes the links. */
export abstract class RunbookLinkCommand extends BaseCommand {
  static override description =
    "Give a runbook, then the ids of incidents, or - to read them from stdin. Repeating the command changes nothing.";
  static override flags = changeFlags;

  /** Changes the link to each incident; `outcome` follows the runbook's name in the output. */
  protected async changeLinks<Answer extends object>(
    {
      argv,
      flags,
    }: {
      readonly argv: unknown[];
      readonly flags: { readonly profile?: string | undefined; readonly "dry-run": boolean };
    },
    change: (client: Tocsin, incidentId: string, runbookId: string) => Promise<Answer>,
    outcome: string,
  ): Promise<unknown[]> {
    const [runbook, ...incidents] = argv.map(String);
    if (runbook === undefined || incidents.length === 0)
      throw usageError(
        `Give a runbook and at least one incident, for example: ${programs.cli} ${this.id?.replaceAll(":", " ")} roll-back-payment-api 019353e1`,
      );
    const client = await this.client(flags);
    const { id: runbookId, slug } = await runbookItem.find(client, runbook);
    return this.forEachId(incidents, async (given) => {
      const { id: incidentId } = await findIncident(client, given);
      const answer = await change(client, incidentId, runbookId);
      const short = incidentId.slice(0, 8);
      this.log(`${cleanLine(slug)} ${outcome} ${short}.`);
      this.suggestNext(`incident runbooks ${short}`);
      return { incidentId, runbookId, ...answer };
    });
  }
}
