import { moveTo } from "../incident/change-status.ts";
import type { IncidentChange } from "../incident/store.ts";
import type { Job, JobStore } from "../jobs/job.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { truncate } from "../kernel/truncate.ts";
import { canBecome, type DiagnosisStatus } from "../model/diagnosis-status.ts";
import type { Incident } from "../model/incident.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import type { TimelineEntry } from "../model/timeline-event.ts";
import type { Analysis } from "./analyse/analyse.ts";

/** The last two are final. */
const diagnosisStages = ["queued", "gathering", "analysing", "asking_model", "finished", "failed"] as const;
export type DiagnosisStage = (typeof diagnosisStages)[number];

/** Published as `event: diagnosis`. */
export interface DiagnosisProgress {
  readonly diagnosisStatus: DiagnosisStatus;
  readonly stage: DiagnosisStage;
  /** At most `PROGRESS_CHARACTERS_MAX`. */
  readonly message: string;
}

export const PROGRESS_CHARACTERS_MAX = 500;

export interface DiagnosisJob extends Job {
  /** Increases with every job. */
  readonly seq: number;
  readonly organizationId: string;
  readonly incidentId: string;
  /** A person's name, or `system`. */
  readonly askedBy: string;
}

/** A diagnosis, or a failure for people. */
export type DiagnosisEnd = { readonly analysis: Analysis } | { readonly failure: string };

export const ATTEMPTS_MAX = 3;
/** Open jobs of an organization: requested, and automatic. */
export const ASKED_MAX = 1000;
export const AUTOMATIC_MAX = 100;
export const JOB_KEPT_MS = 30 * DAY_MS;

const TITLE_CHARACTERS_MAX = 200;
const DETAIL_CHARACTERS_MAX = 2000;

/** The incident's change, and the progress on the stream. */
export interface Step {
  /** Undefined if the incident stays unchanged. */
  readonly change: IncidentChange | undefined;
  readonly progress: DiagnosisProgress;
}

export const asked = (incident: Incident): Step => ({
  change: canBecome(incident.diagnosisStatus, "PENDING")
    ? { fields: { diagnosisStatus: "PENDING", diagnosis: null }, timeline: [], announce: true }
    : undefined,
  progress: { diagnosisStatus: "PENDING", stage: "queued", message: "The diagnosis waits for its turn." },
});

export function begun(incident: Incident, { attempts, askedBy }: DiagnosisJob, now: number): Step {
  const again = attempts > 1 ? ` This is try ${attempts} of ${ATTEMPTS_MAX}.` : "";
  const message = `Reading what surrounds the incident.${again}`;
  const progress = { diagnosisStatus: "RUNNING", stage: "gathering", message } as const;
  if (!canBecome(incident.diagnosisStatus, "RUNNING")) return { change: undefined, progress };
  const detail = askedBy === SYSTEM ? "Because the incident opened." : `Asked for by ${askedBy}.`;
  const started: TimelineEntry = {
    type: "diagnosis_started",
    actor: SYSTEM,
    title: "Diagnosis started",
    detail,
    metadata: { eventKind: "diagnosis", askedBy },
  };
  const why = { actor: SYSTEM, reason: "diagnosis_started", detail: "A diagnosis started." };
  const moved = incident.status === "OPEN" ? moveTo(incident, "INVESTIGATING", why, now) : undefined;
  const change = {
    fields: { diagnosisStatus: "RUNNING", diagnosis: null, ...moved?.fields },
    timeline: [started, ...(moved?.timeline ?? [])],
    announce: true,
  } as const;
  return { change, progress };
}

export const ended = (end: DiagnosisEnd): Step => ("failure" in end ? failed(end.failure) : concluded(end.analysis));

export const statusOf = (end: DiagnosisEnd): DiagnosisStatus =>
  "failure" in end ? "FAILED" : end.analysis.conclusive ? "COMPLETED" : "INCONCLUSIVE";

function concluded(analysis: Analysis): Step {
  const { diagnosis, conclusive } = analysis;
  const diagnosisStatus = conclusive ? "COMPLETED" : "INCONCLUSIVE";
  const { rootCause, summary, confidenceScore, hypotheses } = diagnosis;
  const title = conclusive ? `Diagnosis: ${rootCause}` : "Diagnosis: the evidence carries no root cause";
  const entry: TimelineEntry = {
    type: "diagnosis_completed",
    actor: SYSTEM,
    title: storable(title, TITLE_CHARACTERS_MAX),
    detail: storable(summary, DETAIL_CHARACTERS_MAX),
    metadata: {
      eventKind: "diagnosis",
      diagnosisStatus,
      confidence: confidenceScore,
      rootCause: storable(rootCause, DETAIL_CHARACTERS_MAX),
      change: conclusive ? (hypotheses[0]?.change ?? null) : null,
    },
  };
  return {
    change: { fields: { diagnosisStatus, diagnosis }, timeline: [entry], announce: true },
    progress: { diagnosisStatus, stage: "finished", message: entry.title },
  };
}

function failed(reason: string): Step {
  const diagnosisStatus = "FAILED";
  const metadata = { eventKind: "diagnosis", diagnosisStatus };
  const entry = {
    type: "diagnosis_failed",
    actor: SYSTEM,
    title: "Diagnosis failed",
    detail: reason,
    metadata,
  } as const;
  return {
    change: { fields: { diagnosisStatus, diagnosis: null }, timeline: [entry], announce: true },
    progress: { diagnosisStatus, stage: "failed", message: reason },
  };
}

/** Model output may contain U+0000, which PostgreSQL rejects. */
const storable = (text: string, charactersMax: number): string =>
  truncate(text.replaceAll("\u0000", "\uFFFD"), charactersMax);

/**
 * Requested diagnoses. Requests of people come first, organizations take turns, the oldest first. Every method is one
 * transaction.
 */
export interface DiagnosisJobStore extends JobStore<DiagnosisJob> {
  /**
   * Requests a diagnosis for the scope's actor, or joins an open request. Throws `not_found`, and `too_many` at the
   * limit.
   */
  ask(scope: Scope, incidentId: string, now: number): Promise<void>;
  /** Publishes progress. False if the job belongs to another worker; then nothing is written. */
  tell(job: DiagnosisJob, stage: DiagnosisStage, message: string, now: number): Promise<boolean>;
  /** Records the result on the incident. False if the job belongs to another worker. */
  end(job: DiagnosisJob, end: DiagnosisEnd, now: number): Promise<boolean>;
  /** Deletes old jobs, a bounded number; returns the count. */
  tidy(now: number): Promise<number>;
}
