/**
 * The status of an incident's diagnosis. PENDING: not requested, or waiting. RUNNING: a worker runs it, or another worker
 * will continue it. COMPLETED: it names a root cause. INCONCLUSIVE: the evidence supports no root cause. FAILED: the
 * timeline says why. The last three are final; a new request starts again. Only COMPLETED and INCONCLUSIVE have a
 * diagnosis.
 */
const diagnosisStatuses = ["PENDING", "RUNNING", "COMPLETED", "INCONCLUSIVE", "FAILED"] as const;
export type DiagnosisStatus = (typeof diagnosisStatuses)[number];

const moves: Readonly<Record<DiagnosisStatus, readonly DiagnosisStatus[]>> = {
  PENDING: ["RUNNING"],
  RUNNING: ["COMPLETED", "INCONCLUSIVE", "FAILED"],
  COMPLETED: ["PENDING"],
  INCONCLUSIVE: ["PENDING"],
  FAILED: ["PENDING"],
};

export const canBecome = (from: DiagnosisStatus, to: DiagnosisStatus): boolean => moves[from].includes(to);
