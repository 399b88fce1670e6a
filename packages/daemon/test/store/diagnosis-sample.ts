import type { Analysis } from "../../src/diagnose/analyse/analyse.ts";
import type { Diagnosis, SuggestedFix } from "../../src/model/diagnosis.ts";

export const diagnosisOf = (given: Partial<Diagnosis> = {}): Diagnosis => ({
  rootCause: "The connection pool of checkout is too small.",
  summary: "Connections ran out.",
  impactedServices: ["checkout"],
  suggestedFixes: [],
  confidenceScore: 0.7,
  hypotheses: [],
  changeAtFault: null,
  evidence: [],
  onsetAt: null,
  omitted: [],
  model: null,
  ...given,
});

export const analysisOf = (given: Partial<Diagnosis> = {}, conclusive = true): Analysis => ({
  diagnosis: diagnosisOf(given),
  conclusive,
});

export const fixOf = (given: Partial<SuggestedFix> = {}): SuggestedFix => ({
  id: "fix",
  title: "Restart checkout",
  description: "It holds connections that are gone.",
  actionType: null,
  parameters: {},
  risk: "low",
  confidence: 0.5,
  service: null,
  runbookId: null,
  evidence: [],
  ...given,
});
