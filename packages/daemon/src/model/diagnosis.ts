/** The diagnosis as it is stored and answered. Times in it are ISO 8601. */
export const evidenceKinds = [
  "log",
  "metric",
  "errors",
  "silence",
  "deployment",
  "catalog",
  "dependency",
  "incident",
  "probe",
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/**
 * One observed fact. `id` is the id of an event, incident or tool run, or a short name such as `errors:checkout` for counts
 * and absences. `ref` is a GET path of the core interface that shows it.
 */
export interface Evidence {
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly service: string | null;
  readonly summary: string;
  readonly at: string;
  readonly ref: string | null;
}

export interface Hypothesis {
  /** 1 for the most likely hypothesis. */
  readonly rank: number;
  /** One sentence. */
  readonly cause: string;
  readonly service: string | null;
  readonly metric: string | null;
  /** The git hash of the suspect change, or the id of its deployment event. */
  readonly change: string | null;
  readonly confidence: number;
  /** Ids of `Diagnosis.evidence`. */
  readonly evidence: readonly string[];
  readonly counterEvidence: readonly string[];
}

export interface SuggestedFix {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The target service, which may differ from the incident's; null where unknown. */
  readonly service: string | null;
  readonly actionType: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly risk: "low" | "medium" | "high";
  readonly confidence: number;
  readonly runbookId: string | null;
  /** Ids of telemetry events. */
  readonly evidence: readonly string[];
}

/** The contribution of a configured model. */
export interface ModelPart {
  readonly name: string;
  /** `used`: the diagnosis includes its answer. Otherwise the built-in one is used, and `reason` says why. */
  readonly status: "used" | "skipped" | "failed";
  readonly reason: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Claims of the model without evidence, a sentence each. */
  readonly dropped: readonly string[];
}

export interface Diagnosis {
  /** Empty where the diagnosis is inconclusive. */
  readonly rootCause: string;
  readonly summary: string;
  readonly impactedServices: readonly string[];
  readonly suggestedFixes: readonly SuggestedFix[];
  /** 0 to 1. */
  readonly confidenceScore: number;
  readonly hypotheses: readonly Hypothesis[];
  /** False where no examined change explains the incident; null without changes, or where it is undecided. */
  readonly changeAtFault: boolean | null;
  readonly evidence: readonly Evidence[];
  /** The onset by the analyser; null where nothing shows it. */
  readonly onsetAt: string | null;
  /** Evidence that was left out for its size or age, a sentence each. */
  readonly omitted: readonly string[];
  /** Null without a configured model. */
  readonly model: ModelPart | null;
}

/** Built-in action types. */
export const remediationActions = ["restart-service", "scale-service", "rollback-deployment", "delete-pod"] as const;
export type RemediationAction = (typeof remediationActions)[number];
