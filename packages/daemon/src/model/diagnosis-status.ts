/**
 * How far the diagnosis of an incident is. PENDING: nobody asked for one yet, or one waits for its turn. RUNNING: a worker
 * is at it, or was when it ended and another one will go on. COMPLETED: it names a root cause. INCONCLUSIVE: it stands,
 * and says that the evidence carries no root cause. FAILED: there is none, and the timeline says why. The last three
 * are ends; asking again begins anew. Only COMPLETED and INCONCLUSIVE hold a diagnosis.
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
