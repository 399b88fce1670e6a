/** A diagnosis as far as it is what decisions §5 describe: it is stored as JSON, and may come from a model. */
export interface Diagnosis {
  readonly rootCause: string;
  readonly summary: string;
  readonly impactedServices: readonly string[];
  /** 0 to 1; null where it says none. */
  readonly confidence: number | null;
  readonly changeAtFault: boolean | null;
  readonly hypotheses: readonly Hypothesis[];
  readonly fixes: readonly { readonly title: string; readonly description: string }[];
  readonly evidence: readonly Evidence[];
}

export interface Hypothesis {
  readonly cause: string;
  readonly confidence: number | null;
  /** Ids of the evidence for it, and against it. */
  readonly evidence: readonly string[];
  readonly counterEvidence: readonly string[];
}

export interface Evidence {
  readonly id: string;
  readonly kind: string;
  readonly summary: string;
  readonly at: string;
}

/** Null where there is none. What has another form than described is passed over. */
export function readDiagnosis(stored: unknown): Diagnosis | null {
  if (!isRecord(stored)) return null;
  return {
    rootCause: text(stored["rootCause"]),
    summary: text(stored["summary"]),
    impactedServices: texts(stored["impactedServices"]),
    confidence: share(stored["confidenceScore"]),
    changeAtFault: typeof stored["changeAtFault"] === "boolean" ? stored["changeAtFault"] : null,
    hypotheses: records(stored["hypotheses"]).map((each) => ({
      cause: text(each["cause"]),
      confidence: share(each["confidence"]),
      evidence: texts(each["evidence"]),
      counterEvidence: texts(each["counterEvidence"]),
    })),
    fixes: records(stored["suggestedFixes"]).map((each) => ({
      title: text(each["title"]),
      description: text(each["description"]),
    })),
    evidence: records(stored["evidence"]).map((each) => ({
      id: text(each["id"]),
      kind: text(each["kind"]),
      summary: text(each["summary"]),
      at: text(each["at"]),
    })),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const records = (value: unknown): Fields[] => list(value).filter(isRecord);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): string[] => list(value).filter((each) => typeof each === "string");
const share = (value: unknown): number | null => (typeof value === "number" && value >= 0 && value <= 1 ? value : null);
