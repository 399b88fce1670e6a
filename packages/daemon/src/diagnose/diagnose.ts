import type { IncidentStore } from "../incident/store.ts";
import { type Clock, HOUR_MS, MINUTE_MS } from "../kernel/clock.ts";
import { roundToTenth } from "../kernel/rounding.ts";
import type { Incident } from "../model/incident.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { Analysis } from "./analyse/analysis.ts";
import type { DiagnosisJob } from "./job.ts";
import type { Picture } from "./picture/incident-picture.ts";
import type { DiagnosisStage } from "./progress.ts";

/** Says where the diagnosis is, to people; never throws. */
export type Tell = (stage: DiagnosisStage, message: string) => Promise<void>;

export interface DiagnoseDeps {
  readonly incidents: Pick<IncidentStore, "get">;
  readonly gather: (scope: Scope, incident: Incident, now: number, signal: AbortSignal) => Promise<Picture>;
  readonly analyse: (picture: Picture) => Analysis | Promise<Analysis>;
  /** A model that looks at it too; undefined where none is configured. It throws only where the signal aborts. */
  readonly consult:
    | ((
        scope: Scope,
        picture: Picture,
        analysis: Analysis,
        tell: (message: string) => Promise<void>,
        signal: AbortSignal,
      ) => Promise<Analysis>)
    | undefined;
  readonly clock: Clock;
}

/** Looks at what surrounds the incident and says what is behind it. Throws where the signal aborts. */
export async function diagnose(
  { incidents, gather, analyse, consult, clock }: DiagnoseDeps,
  { organizationId, incidentId }: Pick<DiagnosisJob, "organizationId" | "incidentId">,
  tell: Tell,
  signal: AbortSignal,
): Promise<Analysis> {
  const scope = { organizationId, actor: SYSTEM, permissions: [] };
  const incident = await incidents.get(scope, incidentId);
  const picture = await gather(scope, incident, clock.now(), signal);
  signal.throwIfAborted();
  await tell("analysing", `${sizeOf(picture)} Weighing what explains it.`);
  const analysis = await analyse(picture);
  if (!consult) return analysis;
  await tell("asking_model", `${weighed(analysis)} Asking the model.`);
  signal.throwIfAborted();
  return consult(scope, picture, analysis, (message) => tell("asking_model", message), signal);
}

/** Such as `In view: 12,400 events of 4 services in 2 h.`; of many events a sample is read. */
function sizeOf({ grid, services, volumes }: Picture): string {
  const counts = volumes.flatMap((volume) => [...volume.events]);
  const events = Math.round(counts.reduce((sum, count) => sum + count, 0));
  return `In view: ${many(events, "event")} of ${many(services.length, "service")} in ${span(grid.step * grid.count)}.`;
}

const weighed = ({ diagnosis }: Analysis): string =>
  `Weighed ${many(diagnosis.hypotheses.length, "hypothesis", "hypotheses")} by ${many(diagnosis.evidence.length, "piece")} of evidence.`;

const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;

const span = (ms: number): string =>
  ms < HOUR_MS ? `${roundToTenth(ms / MINUTE_MS)} min` : `${roundToTenth(ms / HOUR_MS)} h`;
