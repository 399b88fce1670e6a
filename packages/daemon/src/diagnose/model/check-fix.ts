import { type RemediationAction, remediationActions, type SuggestedFix } from "../../model/diagnosis.ts";
import { type Asked, citedIn, serviceIn } from "./cite.ts";
import { type Drops, nothing, quoted } from "./drops.ts";
import { FIX_DESCRIPTION_CHARS_MAX, FIX_TITLE_CHARS_MAX, REPLICAS_MAX } from "./model-limits.ts";
import { spokenText } from "./plain-text.ts";
import { confidenceIn, isRecord, textIn } from "./read-answer.ts";

export type CheckedFix = Omit<SuggestedFix, "id" | "runbookId">;

/** However small a model says it is. */
const LEAST_RISK: Readonly<Record<RemediationAction, SuggestedFix["risk"]>> = {
  "restart-service": "low",
  "scale-service": "medium",
  "rollback-deployment": "medium",
  "delete-pod": "low",
};
const risks = ["low", "medium", "high"] as const;
export const higherRisk = (one: SuggestedFix["risk"], other: SuggestedFix["risk"]): SuggestedFix["risk"] =>
  risks.indexOf(one) > risks.indexOf(other) ? one : other;

/** Null where it asks for what isn't known, or nothing that exists speaks for it. */
export function checkFix(given: unknown, which: string, asked: Asked, drops: Drops): CheckedFix | null {
  if (!isRecord(given)) return nothing(drops, `${which} is not an object and was left out.`);
  const title = spokenText(textIn(given, "title"), FIX_TITLE_CHARS_MAX);
  if (title === "") return nothing(drops, `${which} has no title and was left out.`);
  const actionType = actionIn(given["actionType"]);
  if (actionType === undefined) {
    return nothing(
      drops,
      `${which} names the action ${quoted(given["actionType"])}, which is not known, and was left out.`,
    );
  }
  const service = serviceIn(given, asked);
  if (service === undefined) {
    return nothing(
      drops,
      `${which} acts on the service ${quoted(given["service"])}, which is not in view, and was left out.`,
    );
  }
  const cited = citedIn(given, "evidence", which, asked, drops);
  if (cited.length === 0) return nothing(drops, `${which} cites no evidence that exists and was left out.`);
  const parameters = parametersIn(given["parameters"], actionType, which, asked, drops);
  if (parameters === null) return null;
  const risk = risks.find((one) => one === given["risk"]) ?? "high";
  return {
    title,
    description: spokenText(textIn(given, "description"), FIX_DESCRIPTION_CHARS_MAX),
    service,
    actionType,
    parameters,
    risk: actionType === null ? risk : higherRisk(risk, LEAST_RISK[actionType]),
    confidence: confidenceIn(given, which, drops),
    evidence: cited
      .filter(({ evidence }) => evidence.ref === `/events/${encodeURIComponent(evidence.id)}`)
      .map(({ evidence }) => evidence.id),
  };
}

/** Undefined where it isn't known. */
function actionIn(given: unknown): RemediationAction | null | undefined {
  return given === null || given === undefined ? null : remediationActions.find((action) => action === given);
}

/** What the action takes and nothing else; null where it can't be without one that isn't there. */
function parametersIn(
  given: unknown,
  action: RemediationAction | null,
  which: string,
  { prompt }: Asked,
  drops: Drops,
): Readonly<Record<string, unknown>> | null {
  const named = isRecord(given) ? Object.entries(given).filter(([, value]) => value !== null) : [];
  const taken = action === "scale-service" ? "replicas" : action === "delete-pod" ? "pod" : null;
  const others = named.filter(([name]) => name !== taken);
  if (others.length > 0) {
    drops.drop(
      `${which} has parameters that its action doesn't take, such as ${quoted(others[0]?.[0])}; they were left out.`,
    );
  }
  const value = named.find(([name]) => name === taken)?.[1];
  if (taken === "pod") {
    if (typeof value === "string" && prompt.pods.includes(value)) return { pod: value };
    return nothing(drops, `${which} is to delete the pod ${quoted(value)}, which was not seen, and was left out.`);
  }
  if (taken === null || value === undefined) return {};
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= REPLICAS_MAX) return { replicas: value };
  drops.drop(
    `${which} asks for ${quoted(value)} replicas, which is no number from 1 to ${REPLICAS_MAX}; it was left out.`,
  );
  return {};
}
