import { Args, Flags } from "@oclif/core";
import type { WorkflowEventCreate } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { findIncident, incidentItem } from "../../find/items.ts";
import { changeFlags, oneOf } from "../../flags/common-flags.ts";
import { readMessage } from "../../input/message.ts";
import { parseNameValues } from "../../input/name-values.ts";
import { cleanLine } from "../../text/clean-text.ts";

const types: readonly WorkflowEventCreate["type"][] = [
  "note",
  "handoff",
  "stakeholder_update_sent",
  "stakeholder_update_drafted",
  "war_room_opened",
  "war_room_closed",
];

export default defineCommand({
  summary: "Add a note to the timeline.",
  description:
    "The entry is a note, a handoff or a stakeholder update. The text is the argument, or comes from stdin, or from $EDITOR on a terminal. For a discussion use comments: incident comment add.",
  examples: [
    'tocsin incident note 019353e1 "Traffic moved to eu-west-1"',
    'tocsin incident note 019353e1 --type handoff "Grace takes over"',
    "tocsin incident note 019353e1 --type stakeholder_update_sent --set channel=statuspage < update.txt",
  ],
  args: { ...incidentItem.args, text: Args.string({ description: "Text of the note; - reads stdin." }) },
  flags: {
    type: oneOf(types, { description: "Type of the entry.", default: "note" }),
    set: Flags.string({ description: "Additional value; can be repeated.", helpValue: "<name=value>", multiple: true }),
    ...changeFlags,
  },
  async run({ args, flags }): Promise<{ readonly created: boolean }> {
    const metadata = Object.fromEntries(parseNameValues(flags.set ?? []));
    const detail = await readMessage(args.text, "The text");
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const event = { type: flags.type, detail, ...(flags.set && { metadata }) };
    const answer = await client.incidents.addWorkflowEvent(id, event);
    const short = cleanLine(id).slice(0, 8);
    this.log(`${short} ${event.type} added to the timeline.`);
    this.suggestNext(`incident timeline ${short}`);
    return answer;
  },
});
