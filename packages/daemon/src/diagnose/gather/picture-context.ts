import type { SimilarIncident } from "../../incident/similar-incidents.ts";
import { redact } from "../../kernel/redact.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { remediationActions } from "../../model/diagnosis.ts";
import { isPodTool, type ToolRun } from "../../model/diagnostic-tool.ts";
import type { RunbookOutline } from "../../runbook/runbook.ts";
import { KEY_PATTERNS_MAX, NAME_CHARS_MAX, SUMMARY_CHARS_MAX, TEMPLATE_CHARS_MAX } from "./gathering-limits.ts";
import type { KnownRunbook, PastIncident, ProbeFinding } from "./incident-picture.ts";

const shown = (text: string, charsMax: number): string => toSingleLine(redact(text), charsMax);

export function pastIncident({ incident, score, topSuccessfulActions }: SimilarIncident): PastIncident {
  const rootCause = (incident.diagnosis as { readonly rootCause?: unknown } | null)?.rootCause;
  return {
    id: incident.id,
    title: shown(incident.title, NAME_CHARS_MAX),
    service: incident.primaryService,
    score,
    createdAt: incident.createdAt,
    rootCause: typeof rootCause === "string" && rootCause !== "" ? shown(rootCause, SUMMARY_CHARS_MAX) : null,
    fixedBy: topSuccessfulActions,
  };
}

/** A finished run as a finding. `services` are in view, the incident's first. */
export function probeFinding(run: ToolRun, services: readonly string[]): ProbeFinding {
  return {
    runId: run.id,
    tool: run.tool.type,
    service: serviceOf(run, services),
    failed: run.status === "failed",
    summary: shown(run.summary, SUMMARY_CHARS_MAX),
    keyPatterns: run.keyPatterns.slice(0, KEY_PATTERNS_MAX).map((each) => shown(each, TEMPLATE_CHARS_MAX)),
    at: run.completedAt ?? run.startedAt,
  };
}

/** Pods have their service as prefix; the longest match wins. */
function serviceOf({ tool }: ToolRun, services: readonly string[]): string | null {
  if (!isPodTool(tool)) return null;
  const named = services.filter((service) => tool.pod === service || tool.pod.startsWith(`${service}-`));
  return named.sort((a, b) => b.length - a.length)[0] ?? null;
}

export const knownRunbook = ({ id, title, actionTags }: RunbookOutline): KnownRunbook => ({
  id,
  title: shown(title, NAME_CHARS_MAX),
  actionTags: actionTags.filter((tag) => (remediationActions as readonly string[]).includes(tag)),
});
