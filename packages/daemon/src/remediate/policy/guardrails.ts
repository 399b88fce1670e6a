import { HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { describeTarget } from "../../model/remediation-target.ts";
import { windowState } from "./freeze-windows.ts";
import type {
  DecisionMoment,
  FreezeWindow,
  Guardrails,
  LastAction,
  Policy,
  PolicyFacts,
  PolicyQuestion,
} from "./policy.ts";

/** A sentence for people. */
export interface Finding {
  readonly guardrail: string;
  readonly blocks: boolean;
  readonly reason: string;
}

interface Asked {
  readonly policy: Policy;
  readonly question: PolicyQuestion;
  readonly facts: PolicyFacts;
  /** Open windows that apply to the action. */
  readonly open: readonly FreezeWindow[];
  readonly moment: DecisionMoment;
  readonly now: number;
}

const NAME_CHARACTERS_MAX = 100;

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

/** `45 s`, `5 min`, `1.5 h`. */
export function span(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.ceil(ms / SECOND_MS)} s`;
  return ms < HOUR_MS ? `${round(ms / MINUTE_MS)} min` : `${round(ms / HOUR_MS)} h`;
}
const round = (value: number): number => Math.round(value * 10) / 10;

const place = ({ target }: PolicyQuestion): string => describeTarget(target);

/** Undefined if the guardrail has no limit, or doesn't apply. */
type Guardrail = (asked: Asked, limits: Guardrails) => Omit<Finding, "guardrail"> | undefined;

/**
 * Whether the action restores the state before the last one of its kind, which failed after it had changed something.
 */
export function undoesFailure({ actionType, parameters, target }: PolicyQuestion, last: LastAction | null): boolean {
  if (last?.status !== "FAILED") return false;
  if (actionType === "scale-service") return same(parameters["replicas"], last.target["replicas"]);
  return actionType === "rollback-deployment" && same(target["toRevision"], last.target["revision"]);
}
const same = (one: unknown, other: unknown): boolean => typeof one === "number" && one === other;

const tooSoon = (question: PolicyQuestion, passed: number, limit: number): string =>
  `${toSingleLine(question.actionType, NAME_CHARACTERS_MAX)} was let through on ${place(question)} ${span(passed)} ago, and ${span(limit)} have to pass; it may be again in ${span(limit - passed)}`;

const late = (question: PolicyQuestion, limit: number, undoes: boolean): string =>
  undoes
    ? `it takes back the last action on ${place(question)}, which failed`
    : `${span(limit)} have passed since the same action on ${place(question)}, if there was one`;

/** Not checked at execution: the store keeps surplus actions queued. */
function concurrency(active: number, where: string, limit: number | undefined, { moment }: Asked) {
  if (limit === undefined || moment === "execution") return undefined;
  const waits = active === 1 ? "waits for execution or is" : "wait for execution or are";
  return {
    blocks: active >= limit,
    reason: `${count(active, "action")} ${where} ${waits} under way, and ${limit} may be`,
  };
}

/** Undefined for another action. */
function wantedReplicas({ actionType, parameters }: PolicyQuestion): number | undefined {
  const replicas = parameters["replicas"];
  return actionType === "scale-service" && typeof replicas === "number" ? replicas : undefined;
}

const GUARDRAILS: Readonly<Record<string, Guardrail>> = {
  "open-incident-only": ({ facts: { incidentStatus } }, { openIncidentOnly }) => {
    if (!openIncidentOnly) return undefined;
    const blocks = incidentStatus === "RESOLVED" || incidentStatus === "CLOSED";
    const over = `the incident is already ${incidentStatus}, and an action belongs to one that isn't over`;
    return { blocks, reason: blocks ? over : `the incident is ${incidentStatus}` };
  },
  "actions-per-hour": ({ question, facts: { queuedInLastHour } }, { actionsPerHour: limit }) =>
    limit === undefined
      ? undefined
      : {
          blocks: queuedInLastHour >= limit,
          reason: `${count(queuedInLastHour, "action was", "actions were")} let through on ${place(question)} in the last hour, and ${limit} may be`,
        },
  cooldown: ({ question, facts: { lastOfKind }, now }, { cooldownMs: limit }) => {
    if (limit === undefined) return undefined;
    const passed = lastOfKind === null ? Number.POSITIVE_INFINITY : Math.max(0, now - lastOfKind.queuedAt);
    const undoes = undoesFailure(question, lastOfKind);
    const blocks = passed < limit && !undoes;
    return { blocks, reason: blocks ? tooSoon(question, passed, limit) : late(question, limit, undoes) };
  },
  concurrent: (asked, { concurrent }) => concurrency(asked.facts.active, "of the organization", concurrent, asked),
  "concurrent-per-service": (asked, { concurrentPerService }) =>
    concurrency(asked.facts.activeOnTarget, `on ${place(asked.question)}`, concurrentPerService, asked),
  "max-replicas": ({ question }, { maxReplicas: limit }) => {
    const wanted = wantedReplicas(question);
    if (limit === undefined || wanted === undefined) return undefined;
    const reason = `${count(wanted, "replica")} asked for on ${place(question)}, and ${limit} may be`;
    return { blocks: wanted > limit, reason };
  },
  "replicas-change-factor": ({ question }, { replicasChangeFactor: factor }) => {
    const wanted = wantedReplicas(question);
    const current = question.currentReplicas;
    if (factor === undefined || wanted === undefined || current === null) return undefined;
    const most = Math.floor(Math.max(current, 1) * factor);
    const least = Math.ceil(current / factor);
    return {
      // No change, even if rounding the bounds would exclude it.
      blocks: wanted !== current && (wanted > most || wanted < least),
      reason: `from ${count(current, "replica")} to ${wanted} asked for on ${place(question)}, and at a factor of ${factor} it may be ${least} to ${most}`,
    };
  },
  "blast-radius": ({ question }, { blastRadius: limit }) =>
    limit === undefined
      ? undefined
      : {
          blocks: question.blastRadius > limit,
          reason: `${count(question.blastRadius, "service calls", "services call")} ${place(question)}, directly or through others, and ${limit} may`,
        },
};

const holdsFor = (
  { environments, organizations }: FreezeWindow,
  organizationId: string,
  judged: ReadonlySet<string>,
): boolean =>
  (environments.length === 0 || environments.some((each) => judged.has(each))) &&
  (organizations.length === 0 || organizations.includes(organizationId));

/** Open windows for the organization in one of these environments. */
export const openWindows = (
  policy: Policy,
  organizationId: string,
  judged: ReadonlySet<string>,
  now: number,
): readonly FreezeWindow[] =>
  policy.windows.filter((window) => holdsFor(window, organizationId, judged) && windowState(window, now).open);

/** `Black Friday is open until 2026-11-27T18:00:00.000Z: …` */
export const windowWords = (window: FreezeWindow, now: number): string =>
  `${window.name} is open until ${toIso(windowState(window, now).until)}: ${window.reason}`;

export function findings(asked: Asked): readonly Finding[] {
  const found = Object.entries(GUARDRAILS).flatMap(([guardrail, check]) => {
    const finding = check(asked, asked.policy.guardrails);
    return finding ? [{ guardrail, ...finding }] : [];
  });
  const frozen = asked.open
    .filter(({ effect }) => effect === "deny")
    .map((window) => ({ guardrail: "freeze", blocks: true, reason: windowWords(window, asked.now) }));
  return [...found, ...frozen];
}
