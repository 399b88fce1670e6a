import { Args } from "@oclif/core";
import type { Incident, IncidentStatus, Tocsin } from "@tocsin/sdk";
import { BaseCommand } from "../../base-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { findIncident } from "../../find/incident.ts";
import { duration, someOf } from "../../flags.ts";
import { statuses } from "../../format/incident.ts";
import { parseDuration } from "../../format/time.ts";
import { createDeadline } from "../../wait/deadline.ts";

export default class IncidentWait extends BaseCommand {
  static override summary = "Wait until an incident is in a status.";
  static override description =
    "Ends with 0 once it is, and with 8 when the time is up. Made for scripts and pipelines.";
  static override examples = [
    "<%= config.bin %> incident wait 019353e1 --for RESOLVED --timeout 30m",
    "<%= config.bin %> incident wait 019353e1 --for resolved,closed && ./deploy",
  ];
  static override args = {
    id: Args.string({ description: "Id of the incident, or its first 6 characters or more.", required: true }),
  };
  static override flags = {
    for: someOf(statuses)({ description: "The statuses to wait for; any of them will do.", required: true }),
    timeout: duration({
      description: "How long to wait.",
      default: parseDuration("30m"),
      defaultHelp: async () => "30m",
    }),
  };

  async run() {
    const { args, flags } = await this.parse(IncidentWait);
    const client = await this.client(flags);
    const { id } = await findIncident(client, args.id);
    const deadline = createDeadline(flags.timeout);
    const incident = await reached(client, id, flags.for, deadline.signal)
      .catch((error: unknown) => {
        if (!deadline.signal.aborted) throw error;
        throw new Failure(
          `${id} was not ${flags.for.join(" or ")} within ${flags.timeout / 1000} s.`,
          exitCodes.timedOut,
        );
      })
      .finally(deadline.cancel);
    this.log(`${id.slice(0, 8)} is ${incident.status}.`);
    return incident;
  }
}

/**
 * The incident, once it is in one of the statuses. It is read at each new connection, after the stream is open,
 * so that a change between reading and following can't be missed.
 */
async function reached(
  client: Tocsin,
  id: string,
  wanted: readonly IncidentStatus[],
  deadline: AbortSignal,
): Promise<Incident> {
  const leave = new AbortController();
  const signal = AbortSignal.any([deadline, leave.signal]);
  return new Promise<Incident>((resolve, reject) => {
    const check = (incident: Incident) => {
      if (incident.id === id && wanted.includes(incident.status)) {
        resolve(incident);
        leave.abort();
      }
    };
    const read = () => client.incidents.get(id, { signal }).then(check).catch(fail);
    const fail = (error: unknown) => {
      if (!leave.signal.aborted) {
        reject(error);
        leave.abort();
      }
    };
    const follow = async () => {
      for await (const message of client.incidents.stream({
        signal,
        onConnectionChange: ({ connected }) => {
          if (connected) void read();
        },
      })) {
        if (message.type === "incident") check(message.incident);
        if (message.type === "reset") await read();
      }
    };
    follow().catch(fail);
  });
}
