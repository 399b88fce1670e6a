import { Args, Flags } from "@oclif/core";
import type { WorkflowEventCreate } from "@tocsin/sdk";
import { BaseCommand } from "../../command/base-command.ts";
import { findIncident } from "../../find/incident.ts";
import { changeFlags, parseWord } from "../../flags/common-flags.ts";
import { incidentArg } from "../../flags/incident-arg.ts";
import { readMessage } from "../../input/message.ts";
import { parseNameValues } from "../../input/name-values.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";

const types: readonly WorkflowEventCreate["type"][] = [
  "note",
  "handoff",
  "stakeholder_update_sent",
  "stakeholder_update_drafted",
  "war_room_opened",
  "war_room_closed",
];

export default class IncidentNote extends BaseCommand {
  static override summary = "Add a note to the timeline.";
  static override description =
    "The entry is a note, a handoff or a stakeholder update. The text is the argument, or comes from stdin, or from " +
    "$EDITOR on a terminal. For a discussion use comments: incident comment add.";
  static override examples = [
    '<%= config.bin %> incident note 019353e1 "Traffic moved to eu-west-1"',
    '<%= config.bin %> incident note 019353e1 --type handoff "Grace takes over"',
    "<%= config.bin %> incident note 019353e1 --type stakeholder_update_sent --set channel=statuspage < update.txt",
  ];
  static override args = {
    ...incidentArg,
    text: Args.string({ description: "Text of the note; - reads stdin." }),
  };
  static override flags = {
    type: Flags.string({
      description: "Type of the entry.",
      default: "note",
      helpValue: `<${types.join("|")}>`,
      parse: async (input) => parseWord(input, types),
    }),
    set: Flags.string({
      description: "Additional value; can be repeated.",
      helpValue: "<name=value>",
      multiple: true,
    }),
    ...changeFlags,
  };

  async run(): Promise<{ readonly created: boolean }> {
    const { args, flags } = await this.parse(IncidentNote);
    const metadata = Object.fromEntries(parseNameValues(flags.set ?? []));
    const detail = await readMessage(args.text, "The text");
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.incident);
    const event = { type: parseWord(flags.type, types), detail, ...(flags.set && { metadata }) };
    const answer = await client.incidents.addWorkflowEvent(id, event);
    const short = cleanLine(id).slice(0, 8);
    this.log(`${short} ${event.type} added to the timeline.`);
    this.suggestNext(`${programs.cli} incident timeline ${short}`);
    return answer;
  }
}
