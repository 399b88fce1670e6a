import type { Incident, Tocsin } from "@tocsin/sdk";
import type { BaseCommand } from "../../command/base-command.ts";
import { defineCommand } from "../../command/define-command.ts";
import { explain } from "../../failure/explain.ts";
import { incidentItem } from "../../find/items.ts";
import { isClosed } from "../../format/incident.ts";
import { type IncidentContext, incidentDetails } from "../../format/incident-details.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { wrap } from "../../text/wrap.ts";

const COMMENTS = 10;

export default defineCommand({
  summary: "Show one incident: its facts, pending actions, diagnosis and latest events.",
  description:
    "--json prints the incident with its `timeline`, `assignee`, newest 10 `comments`, `actions`, `runbooks` and `related` incidents. A part that can't be read is null, and stderr gives the reason.",
  examples: ["tocsin incident show 019353e1", "tocsin incident show 019353e1 --json | jq .diagnosis"],
  item: incidentItem,
  async request({ client, item: incident }) {
    const around = await readAround(this, client, incident);
    this.log(incidentDetails(incident, around, this.layout));
    if (this.isTerminal) this.note("");
    this.suggestNext(`incident ${nextStep(incident)}`);
    const known = Object.entries(around).map(([name, value]) => [name, value ?? null]);
    return { ...incident, ...Object.fromEntries(known) };
  },
});

/** Reads all parts concurrently; a part that fails doesn't hide the others. */
async function readAround(
  command: BaseCommand,
  client: Tocsin,
  { id, assigneeId }: Incident,
): Promise<IncidentContext> {
  const missing = new Map<string, string[]>();
  const orMissing = async <Part>(what: string, part: Promise<Part>): Promise<Part | undefined> => {
    try {
      return await part;
    } catch (error) {
      const { message } = explain(error);
      missing.set(message, [...(missing.get(message) ?? []), what]);
      return undefined;
    }
  };
  const assignee = async () => (await client.team.list()).find((member) => member.id === assigneeId);
  const [timeline, assigned, comments, actions, runbooks, related] = await Promise.all([
    orMissing("the timeline", client.incidents.timelineEvents(id)),
    orMissing("the assignee", assigneeId === null ? Promise.resolve(undefined) : assignee()),
    orMissing("comments", client.comments.list(id, { limit: COMMENTS })),
    orMissing("actions", client.remediation.history(id)),
    orMissing("runbooks", client.runbooks.ofIncident(id)),
    orMissing("related incidents", client.incidents.related(id)),
  ]);
  for (const [message, what] of missing)
    command.note(wrap(`Not shown: ${what.join(", ")}. ${cleanLine(message)}`, command.width));
  return {
    timeline,
    assignee: assigned,
    comments: comments?.items,
    actions,
    runbooks: runbooks?.runbooks,
    related,
  };
}

/** The usual next command for the state of the incident. */
function nextStep({ id, status, diagnosisStatus, assigneeId }: Incident): string {
  const short = cleanLine(id).slice(0, 8);
  if (isClosed(status)) return `postmortem ${short}`;
  if (status === "OPEN" || assigneeId === null) return `ack ${short}`;
  return diagnosisStatus === "PENDING" ? `diagnose ${short}` : `resolve ${short}`;
}
