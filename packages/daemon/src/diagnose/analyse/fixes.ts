import { wordsIn } from "../../kernel/search-terms.ts";
import type { RemediationAction, SuggestedFix } from "../../model/diagnosis.ts";
import type { KnownRunbook } from "../gather/incident-picture.ts";
import { type CauseKind, lonePodOf } from "./cause.ts";
import type { EvidenceCollector } from "./evidence.ts";
import type { Finding } from "./hypothesis.ts";
import { describeChange, named } from "./sentences.ts";
import type { View } from "./view.ts";

const FIXES_MAX = 5;
/** Less certain causes suggest no fix. */
const FIX_FROM = 0.15;
/** Minimum probability that a fix helps. */
const HELPS_FROM = 0.1;

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly actionType: RemediationAction | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly risk: SuggestedFix["risk"];
  /** Probability that it helps if the cause is right. */
  readonly helps: number;
}

export function fixesOf(view: View, findings: readonly Finding[], book: EvidenceCollector): SuggestedFix[] {
  const fixes: SuggestedFix[] = [];
  const events = new Set(
    book
      .pieces()
      .filter(({ kind }) => kind === "log" || kind === "metric" || kind === "deployment")
      .filter(({ ref }) => ref?.startsWith("/events/") && !ref.startsWith("/events/search"))
      .map(({ id }) => id),
  );
  for (const finding of findings) {
    const { hypothesis } = finding;
    if (hypothesis.confidence < FIX_FROM) continue;
    for (const { helps, ...draft } of draftsFor(view, finding)) {
      if (fixes.length === FIXES_MAX) return fixes;
      if (hypothesis.confidence * helps < HELPS_FROM) continue;
      fixes.push({
        id: `fix-${fixes.length + 1}`,
        ...draft,
        service: repairedService(finding),
        confidence: Math.round(hypothesis.confidence * helps * 1000) / 1000,
        runbookId: runbookFor(view.picture.runbooks, draft.actionType, tellingWords(finding)),
        evidence: hypothesis.evidence.filter((id) => events.has(id)),
      });
    }
  }
  return fixes;
}

/** A caller's faulty change is repaired in the caller. */
const repairedService = ({ kind, suspect }: Finding): string =>
  kind === "change" && suspect.change ? suspect.change.change.service : suspect.service;

function draftsFor(view: View, finding: Finding): Draft[] {
  const { suspect, kind } = finding;
  const service = named(suspect.service);
  const pod = lonePodOf(view, suspect);
  if (kind === "change" && suspect.change) return [undo(finding)];
  if (pod !== null && kind === "instance") return [deletePod(service, pod)];
  const byKind: Partial<Record<CauseKind, Draft>> = {
    memory: restart(service, "It uses more memory than before and no change explains it; a restart gives it back."),
    silence: restart(service, "Nothing comes from it any more; a restart helps where it is stuck or dead."),
    errors: restart(service, "It began to fail without a change; a restart helps where its state is broken.", 0.3),
    saturation: hasRisenLoad(finding)
      ? scale(service)
      : restart(
          service,
          "It uses up a resource without more load than before; a restart gives back what it holds on to.",
        ),
    latency: hasRisenLoad(finding)
      ? scale(service)
      : byHand(`Look at what ${service} waits for`, "It became slow without more load and without a change."),
    disk: byHand(`Make room on the disk of ${service}`, "No action that runs by itself frees a disk safely."),
    outside: byHand(
      `Ask the provider that ${service} depends on`,
      "What fails lies outside of the known services, so nothing here repairs it. A fallback or a switch to another provider may help.",
    ),
  };
  const draft = byKind[kind];
  return draft ? [draft] : [];
}

function undo({ suspect }: Finding): Draft {
  const change = suspect.change?.change;
  const service = named(change?.service ?? suspect.service);
  const described = suspect.change ? describeChange(suspect.change) : "";
  if (change?.kind === "catalog")
    return byHand(`Look at the edit of the catalog entry of ${service}`, `The trouble followed ${described}.`);
  return {
    title: `Roll back ${named(change?.what ?? "")} of ${service}`,
    description: `The trouble followed ${described}. Rolling it back returns to the version before.`,
    actionType: "rollback-deployment",
    parameters: {},
    risk: "medium",
    helps: 0.9,
  };
}

const restart = (service: string, why: string, helps = 0.6): Draft => ({
  title: `Restart ${service}`,
  description: why,
  actionType: "restart-service",
  parameters: {},
  risk: "low",
  helps,
});

const scale = (service: string): Draft => ({
  title: `Give ${service} more replicas`,
  description:
    "Its load rose and it doesn't keep up. How many replicas run now isn't known here, so whoever requests it must say how many there shall be.",
  actionType: "scale-service",
  parameters: {},
  risk: "medium",
  helps: 0.6,
});

const deletePod = (service: string, pod: string): Draft => ({
  title: `Delete the pod ${named(pod)} of ${service}`,
  description: "It alone deviates, its siblings don't. A new one takes its place.",
  actionType: "delete-pod",
  parameters: { pod },
  risk: "low",
  helps: 0.7,
});

const byHand = (title: string, description: string): Draft => ({
  title,
  description,
  actionType: null,
  parameters: {},
  risk: "low",
  helps: 0.5,
});

const hasRisenLoad = ({ suspect }: Finding): boolean =>
  (suspect.trouble?.symptoms ?? []).some(
    ({ deviation }) => deviation.signal.nature === "traffic" && deviation.rises && deviation.signal.kind === "metric",
  );

const tellingWords = ({ suspect, hypothesis, kind }: Finding): string[] => [
  ...wordsIn(suspect.service),
  ...wordsIn(hypothesis.metric ?? ""),
  kind,
];

/** The runbook for the action whose title shares the most words; the first of several. */
export function runbookFor(
  runbooks: readonly KnownRunbook[],
  action: string | null,
  telling: readonly string[],
): string | null {
  if (action === null) return null;
  let best: KnownRunbook | null = null;
  let most = -1;
  for (const runbook of runbooks) {
    if (!runbook.actionTags.includes(action)) continue;
    const hits = wordsIn(runbook.title).filter((word) => telling.includes(word)).length;
    if (hits > most) [best, most] = [runbook, hits];
  }
  return best?.id ?? null;
}
