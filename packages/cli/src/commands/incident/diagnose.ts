import type { DiagnosisProgress, DiagnosisStatus, Incident, Tocsin } from "@tocsin/sdk";
import { defineCommand } from "../../command/define-command.ts";
import { exitCodes, Failure } from "../../failure/failure.ts";
import { incidentItem } from "../../find/items.ts";
import { changeFlags, timeoutFlag } from "../../flags/common-flags.ts";
import { diagnosisText } from "../../format/diagnosis.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { programs } from "../../text/program-names.ts";
import { createDeadline } from "../../wait/deadline.ts";

export default defineCommand({
  summary: "Diagnose an incident and show the evidence.",
  description:
    "stderr shows the progress. The exit code is 0 even if no root cause is found, 1 if the diagnosis fails, and 8 after the timeout. After the timeout the diagnosis continues in the background.",
  examples: [
    "tocsin incident diagnose 019353e1",
    "tocsin incident diagnose 019353e1 --json | jq -r .diagnosis.rootCause",
  ],
  flags: { timeout: timeoutFlag("5m"), ...changeFlags },
  item: incidentItem,
  async request({ client, item: { id }, flags }) {
    const deadline = createDeadline(flags.timeout);
    const tell = ({ stage, message }: DiagnosisProgress) => {
      // The final result is printed in full.
      if (!this.jsonEnabled() && stage !== "finished") this.note(cleanLine(message));
    };
    const incident = await diagnosed(client, id, tell, deadline.signal)
      .catch((error: unknown) => {
        if (!deadline.signal.aborted) throw error;
        throw new Failure(
          `The diagnosis of ${id.slice(0, 8)} did not finish within ${flags.timeout / 1000} s and continues.`,
          exitCodes.timedOut,
          `To see it later: ${programs.cli} incident show ${id.slice(0, 8)}`,
        );
      })
      .finally(deadline.cancel);
    if (incident.diagnosis) {
      this.log(`\n${diagnosisText(incident.diagnosis, this.layout)}`);
    } else {
      process.exitCode = exitCodes.failure;
    }
    return incident;
  },
});

const ended: readonly DiagnosisStatus[] = ["COMPLETED", "INCONCLUSIVE", "FAILED"];

/** Requests the diagnosis once the stream is open, so that no progress is missed. */
async function diagnosed(
  client: Tocsin,
  id: string,
  tell: (progress: DiagnosisProgress) => void,
  deadline: AbortSignal,
): Promise<Incident> {
  const leave = new AbortController();
  const signal = AbortSignal.any([deadline, leave.signal]);
  let asked: Promise<unknown> | undefined;
  const failed = Promise.withResolvers<never>();
  const ask = () => {
    asked ??= client.incidents.diagnose(id, { signal });
    asked.catch(failed.reject);
  };
  const follow = async (): Promise<Incident> => {
    const messages = client.incidents.stream({ signal, onConnectionChange: ({ connected }) => connected && ask() });
    for await (const message of messages) {
      const progress =
        message.type === "diagnosis" && message.progress.incidentId === id ? message.progress : undefined;
      if (progress) tell(progress);
      const mayHaveEnded = progress ? ended.includes(progress.diagnosisStatus) : message.type === "reset";
      if (!mayHaveEnded || asked === undefined) continue;
      const incident = await client.incidents.get(id, { signal });
      if (ended.includes(incident.diagnosisStatus)) return incident;
    }
    throw deadline.reason;
  };
  try {
    return await Promise.race([follow(), failed.promise]);
  } finally {
    leave.abort();
  }
}
