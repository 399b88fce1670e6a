import { remediationActions } from "../../model/diagnosis.ts";
import { CITED_MAX, FIXES_MAX, HYPOTHESES_MAX } from "./model-limits.ts";

/** Allowed values of an answer; others are dropped. */
export interface Vocabulary {
  readonly services: readonly string[];
  readonly pods: readonly string[];
  /** Aliases of all evidence, and of changes. */
  readonly evidence: readonly string[];
  readonly changes: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

const text = (description: string): Schema => ({ type: "string", description });
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const oneOf = (values: readonly string[]): Schema =>
  values.length === 0 ? { type: "null" } : nullable({ type: "string", enum: values });
const listOf = (items: Schema, maxItems: number): Schema => ({ type: "array", maxItems, items });
const share: Schema = { type: "number", minimum: 0, maximum: 1 };

/** Strict structured output (OpenAI): all properties required, no others. */
const record = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

export function answerSchema({ services, pods, evidence, changes }: Vocabulary): Schema {
  const cited = listOf({ type: "string", enum: evidence }, CITED_MAX);
  return record({
    conclusive: { type: "boolean", description: "Whether the evidence carries a root cause." },
    rootCause: text("The most likely cause in one sentence; empty where it isn't conclusive."),
    summary: text("What happened and how it is known, in a few sentences."),
    hypotheses: listOf(
      record({
        cause: text("One sentence."),
        service: oneOf(services),
        metric: nullable(text("Name of the metric that shows it.")),
        change: oneOf(changes),
        confidence: share,
        evidence: cited,
        counterEvidence: cited,
      }),
      HYPOTHESES_MAX,
    ),
    suggestedFixes: listOf(
      record({
        title: text("What to do, in one line."),
        description: text("Why and how."),
        service: oneOf(services),
        actionType: oneOf(remediationActions),
        parameters: record({ replicas: nullable({ type: "integer" }), pod: oneOf(pods) }),
        risk: { type: "string", enum: ["low", "medium", "high"] },
        confidence: share,
        evidence: cited,
      }),
      FIXES_MAX,
    ),
  });
}
