import { Flags } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { exportFlags, writeExport } from "../../export-file.ts";
import { incidentItem } from "../../find/items.ts";
import { markdownText } from "../../format/markdown.ts";

export default defineCommand({
  summary: "Draft the postmortem of an incident.",
  description:
    "The draft contains the recorded facts and marks what is missing. It is formatted for the terminal; --raw and --file give the Markdown. The first draft adds an entry to the timeline.",
  examples: [
    "tocsin incident postmortem 019353e1",
    "tocsin incident postmortem 019353e1 --file postmortem.md",
    "tocsin incident postmortem 019353e1 --raw | pandoc -o postmortem.pdf",
  ],
  flags: { raw: Flags.boolean({ description: "Print the draft in Markdown." }), ...exportFlags },
  item: incidentItem,
  async request({ client, item: { id: incidentId }, flags: { raw, file } }) {
    const markdown = await client.incidents.postmortem(incidentId);
    const isExport = file !== undefined || (raw && !this.jsonEnabled());
    const written = isExport ? await writeExport(this, markdown, file) : undefined;
    if (!isExport) this.log(markdownText(markdown, this.layout));
    return written ?? { incidentId, markdown };
  },
});
