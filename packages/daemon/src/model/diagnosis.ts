/** The diagnosis as it is stored and answered (decisions §5). Times in it are ISO 8601. */
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
 * One thing that was seen. Where it is one telemetry event, incident or tool run, `id` is that one's id; of what is
 * counted or absent, a short name such as `errors:checkout`. `ref` is a GET path of the core interface that shows it.
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
  /** From 1 on, the most likely first. */
  readonly rank: number;
  /** One sentence. */
  readonly cause: string;
  readonly service: string | null;
  readonly metric: string | null;
  /** Git hash of the change behind it, or the id of its deployment event. */
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
  /** The one that it acts on, which need not be the incident's; null where it isn't known. */
  readonly service: string | null;
  readonly actionType: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly risk: "low" | "medium" | "high";
  readonly confidence: number;
  readonly runbookId: string | null;
  /** Ids of telemetry events that are evidence. */
  readonly evidence: readonly string[];
}

/** What a configured model had to do with it. */
export interface ModelPart {
  readonly name: string;
  /** `used`: the diagnosis holds what it said. Else the built-in one stands, and `reason` says why. */
  readonly status: "used" | "skipped" | "failed";
  readonly reason: string | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** What it said and could not show, a sentence each. */
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
  /** False where changes were looked at and none explains it; null where there were none, or it remains open. */
  readonly changeAtFault: boolean | null;
  readonly evidence: readonly Evidence[];
  /** When the trouble began, by the analyser; null where nothing shows it. */
  readonly onsetAt: string | null;
  /** What was left out of the evidence, for its size or age, a sentence each. */
  readonly omitted: readonly string[];
  /** Null where none is configured. */
  readonly model: ModelPart | null;
}

/** Action types that Tocsin executes by itself (decisions §8). */
export const remediationActions = ["restart-service", "scale-service", "rollback-deployment", "delete-pod"] as const;
export type RemediationAction = (typeof remediationActions)[number];
