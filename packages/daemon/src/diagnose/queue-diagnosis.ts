import type { DiagnosisQueue, IncidentUnitOfWork, StreamRepository } from "../incident/unit-of-work.ts";
import { toIso } from "../kernel/clock.ts";
import { truncate } from "../kernel/truncate.ts";
import type { DiagnosisStatus } from "../model/diagnosis-status.ts";
import { SYSTEM } from "../model/scope.ts";
import { AUTOMATIC_MAX, asked, type DiagnosisJob, type DiagnosisProgress, PROGRESS_CHARACTERS_MAX } from "./job.ts";

export interface DiagnosisJobRepository {
  /** Open jobs, counted up to `limit`. */
  countOpen(automatic: boolean, limit: number): Promise<number>;
  /** The incident must have no open job. */
  add(
    job: { readonly incidentId: string; readonly askedBy: string; readonly automatic: boolean },
    now: number,
  ): Promise<void>;
  openJob(incidentId: string): Promise<OpenJob | undefined>;
  /** Moves an automatic job to the requests of people. */
  makeRequested(job: OpenJob, askedBy: string): Promise<void>;
  /** Marks a claimed job as running. */
  start(seq: number): Promise<Omit<DiagnosisJob, "claim">>;
  end(seq: number, status: DiagnosisStatus, now: number): Promise<void>;
}

export interface OpenJob {
  readonly seq: number;
  readonly automatic: boolean;
}

export interface DiagnosisUnitOfWork extends IncidentUnitOfWork {
  readonly diagnosisJobs: DiagnosisJobRepository;
}

/** Diagnoses opened incidents, unless too many jobs wait: in a storm nobody reads them. */
export function createDiagnosisQueue(
  jobs: DiagnosisJobRepository,
  stream: StreamRepository,
  autoDiagnose: boolean,
): DiagnosisQueue {
  let open: number | undefined;
  return {
    async enqueueOpened(incident, now) {
      if (!autoDiagnose || incident.parentIncidentId !== null) return;
      open ??= await jobs.countOpen(true, AUTOMATIC_MAX);
      if (open >= AUTOMATIC_MAX) return;
      open += 1;
      await jobs.add({ incidentId: incident.id, askedBy: SYSTEM, automatic: true }, now);
      await announceProgress(stream, incident.id, asked(incident).progress, now);
    },
  };
}

export const announceProgress = (
  stream: StreamRepository,
  incidentId: string,
  { diagnosisStatus, stage, message }: DiagnosisProgress,
  now: number,
): Promise<void> =>
  stream.append("diagnosis", {
    incidentId,
    diagnosisStatus,
    stage,
    message: truncate(message, PROGRESS_CHARACTERS_MAX),
    at: toIso(now),
  });
