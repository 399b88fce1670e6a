import { setTimeout as sleep } from "node:timers/promises";
import type { Incident, IncidentStatus, Tocsin } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { incidentItem } from "../../find/items.ts";
import { someOf, timeoutFlag } from "../../flags/common-flags.ts";
import { statuses } from "../../format/incident.ts";
import { createDeadline } from "../../wait/deadline.ts";
import { isTransient } from "../../wait/poll.ts";

const LOOK_AGAIN_MS = 1_000;

export default defineCommand({
  summary: "Wait until an incident has a status.",
  description: "The exit code is 0 when the status is reached, and 8 after the timeout.",
  examples: [
    "tocsin incident wait 019353e1 --for RESOLVED --timeout 30m",
    "tocsin incident wait 019353e1 --for resolved,closed && ./deploy",
  ],
  flags: {
    for: someOf(statuses)({ description: "Statuses to wait for; one of them is enough.", required: true }),
    timeout: timeoutFlag("30m"),
  },
  item: incidentItem,
  async request({ client, item: { id }, flags }) {
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
  },
});

/**
 * Resolves when the incident has one of the statuses. It is read after each connection of the stream, so that no
 * change is missed in between.
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
    const read = (): Promise<void> =>
      client.incidents
        .get(id, { signal })
        .then(check)
        .catch(async (error: unknown) => {
          if (signal.aborted || !isTransient(error)) return fail(error);
          await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {});
          if (!signal.aborted) await read();
        });
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
