import type { DiagnosisStatus } from "../model/diagnosis-status.ts";

/** Where a diagnosis is on its way; the last two are ends. */
const diagnosisStages = ["queued", "gathering", "analysing", "asking_model", "finished", "failed"] as const;
export type DiagnosisStage = (typeof diagnosisStages)[number];

/** What readers of the stream are told (decisions §6), as `event: diagnosis`, with the incident and the time. */
export interface DiagnosisProgress {
  readonly diagnosisStatus: DiagnosisStatus;
  readonly stage: DiagnosisStage;
  /** For people; at most `PROGRESS_CHARACTERS_MAX`. */
  readonly message: string;
}

export const PROGRESS_CHARACTERS_MAX = 500;
