import type { Diagnosis } from "../../model/diagnosis.ts";

/** What the built-in analyser makes of a picture. */
export interface Analysis {
  readonly diagnosis: Diagnosis;
  /** False: the evidence doesn't carry a root cause, and the diagnosis is INCONCLUSIVE. */
  readonly conclusive: boolean;
}
