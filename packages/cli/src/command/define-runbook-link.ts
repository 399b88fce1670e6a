import type { Tocsin } from "@tocsin/sdk";
import { findIncident, runbookItem } from "../find/items.ts";
import { changeFlags, usageError } from "../flags/common-flags.ts";
import { cleanLine } from "../text/clean-text.ts";
import { type CommandClass, defineCommand } from "./define-command.ts";

interface RunbookLinkSpec {
  readonly name: "link" | "unlink";
  readonly summary: string;
  /** The words between runbook and incident in the output. */
  readonly outcome: string;
  change(client: Tocsin, incidentId: string, runbookId: string): Promise<object>;
}

/** A command that links a runbook to incidents, or removes the links. */
export const defineRunbookLink = ({ name, summary, outcome, change }: RunbookLinkSpec): CommandClass =>
  defineCommand({
    summary,
    description:
      "Give a runbook, then the ids of incidents, or - to read them from stdin. Repeating the command changes nothing.",
    usage: `runbook ${name} RUNBOOK INCIDENT…`,
    examples: [
      `tocsin runbook ${name} roll-back-payment-api 019353e1`,
      `tocsin incidents --service checkout -o name | tocsin runbook ${name} roll-back-payment-api -`,
    ],
    strict: false,
    flags: changeFlags,
    async run({ argv: [runbook, ...incidents], flags }) {
      if (runbook === undefined || incidents.length === 0)
        throw usageError("Give a runbook and at least one incident", `runbook ${name} roll-back-payment-api 019353e1`);
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
    },
  });
