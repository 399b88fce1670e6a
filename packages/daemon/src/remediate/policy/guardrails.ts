import { HOUR_MS, MINUTE_MS, SECOND_MS, toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import { describeTarget } from "../targets/remediation-target.ts";
import { windowState } from "./freeze-windows.ts";
import type { DecisionMoment, FreezeWindow, LastAction, Policy, PolicyFacts, PolicyQuestion } from "./policy.ts";

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

type Guardrail = (asked: Asked) => Finding | undefined;

const openIncidentOnly: Guardrail = ({ policy, facts }) => {
  if (!policy.guardrails.openIncidentOnly) return undefined;
  const blocks = facts.incidentStatus === "RESOLVED" || facts.incidentStatus === "CLOSED";
  return {
    guardrail: "open-incident-only",
    blocks,
    reason: blocks
      ? `the incident is already ${facts.incidentStatus}, and an action belongs to one that isn't over`
      : `the incident is ${facts.incidentStatus}`,
  };
};

const actionsPerHour: Guardrail = ({ policy, question, facts }) => {
  const bound = policy.guardrails.actionsPerHour;
  if (bound === undefined) return undefined;
  return {
    guardrail: "actions-per-hour",
    blocks: facts.queuedInLastHour >= bound,
    reason: `${count(facts.queuedInLastHour, "action was", "actions were")} let through on ${place(question)} in the last hour, and ${bound} may be`,
  };
};

/**
 * Whether the action restores the state before the last one of its kind, which failed after it had changed something.
 */
export function undoesFailure({ actionType, parameters, target }: PolicyQuestion, last: LastAction | null): boolean {
  if (last?.status !== "FAILED") return false;
  if (actionType === "scale-service") return same(parameters["replicas"], last.target["replicas"]);
  return actionType === "rollback-deployment" && same(target["toRevision"], last.target["revision"]);
}
const same = (one: unknown, other: unknown): boolean => typeof one === "number" && one === other;

const cooldown: Guardrail = ({ policy, question, facts: { lastOfKind }, now }) => {
  const bound = policy.guardrails.cooldownMs;
  if (bound === undefined) return undefined;
  const passed = lastOfKind === null ? Number.POSITIVE_INFINITY : Math.max(0, now - lastOfKind.queuedAt);
  const undoes = undoesFailure(question, lastOfKind);
  const blocks = passed < bound && !undoes;
  return {
    guardrail: "cooldown",
    blocks,
    reason: blocks ? tooSoon(question, passed, bound) : late(question, bound, undoes),
  };
};

const tooSoon = (question: PolicyQuestion, passed: number, bound: number): string =>
  `${toSingleLine(question.actionType, NAME_CHARACTERS_MAX)} was let through on ${place(question)} ${span(passed)} ago, and ${span(bound)} have to pass; it may be again in ${span(bound - passed)}`;

const late = (question: PolicyQuestion, bound: number, undoes: boolean): string =>
  undoes
    ? `it takes back the last action on ${place(question)}, which failed`
    : `${span(bound)} have passed since the same action on ${place(question)}, if there was one`;

/** Not checked at execution: the store keeps surplus actions queued. */
const concurrent: Guardrail = ({ policy, facts, moment }) => {
  const bound = policy.guardrails.concurrent;
  if (bound === undefined || moment === "execution") return undefined;
  return {
    guardrail: "concurrent",
    blocks: facts.active >= bound,
    reason: `${count(facts.active, "action")} of the organization ${facts.active === 1 ? "waits" : "wait"} for execution or ${facts.active === 1 ? "is" : "are"} under way, and ${bound} may be`,
  };
};

const concurrentPerService: Guardrail = ({ policy, question, facts, moment }) => {
  const bound = policy.guardrails.concurrentPerService;
  if (bound === undefined || moment === "execution") return undefined;
  return {
    guardrail: "concurrent-per-service",
    blocks: facts.activeOnTarget >= bound,
    reason: `${count(facts.activeOnTarget, "action")} on ${place(question)} ${facts.activeOnTarget === 1 ? "waits" : "wait"} for execution or ${facts.activeOnTarget === 1 ? "is" : "are"} under way, and ${bound} may be`,
  };
};

/** Undefined for another action. */
function wantedReplicas({ actionType, parameters }: PolicyQuestion): number | undefined {
  const replicas = parameters["replicas"];
  return actionType === "scale-service" && typeof replicas === "number" ? replicas : undefined;
}

const maxReplicas: Guardrail = ({ policy, question }) => {
  const bound = policy.guardrails.maxReplicas;
  const wanted = wantedReplicas(question);
  if (bound === undefined || wanted === undefined) return undefined;
  return {
    guardrail: "max-replicas",
    blocks: wanted > bound,
    reason: `${count(wanted, "replica")} asked for on ${place(question)}, and ${bound} may be`,
  };
};

const replicasChange: Guardrail = ({ policy, question }) => {
  const factor = policy.guardrails.replicasChangeFactor;
  const wanted = wantedReplicas(question);
  const current = question.currentReplicas;
  if (factor === undefined || wanted === undefined || current === null) return undefined;
  const most = Math.floor(Math.max(current, 1) * factor);
  const least = Math.ceil(current / factor);
  return {
    guardrail: "replicas-change-factor",
    // No change, even if rounding the bounds would exclude it.
    blocks: wanted !== current && (wanted > most || wanted < least),
    reason: `from ${count(current, "replica")} to ${wanted} asked for on ${place(question)}, and at a factor of ${factor} it may be ${least} to ${most}`,
  };
};

const blastRadius: Guardrail = ({ policy, question }) => {
  const bound = policy.guardrails.blastRadius;
  if (bound === undefined) return undefined;
  const callers = question.blastRadius;
  return {
    guardrail: "blast-radius",
    blocks: callers > bound,
    reason: `${count(callers, "service calls", "services call")} ${place(question)}, directly or through others, and ${bound} may`,
  };
};

const GUARDRAILS: readonly Guardrail[] = [
  openIncidentOnly,
  actionsPerHour,
  cooldown,
  concurrent,
  concurrentPerService,
  maxReplicas,
  replicasChange,
  blastRadius,
];

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
  const found = GUARDRAILS.flatMap((guardrail) => guardrail(asked) ?? []);
  const frozen = asked.open
    .filter(({ effect }) => effect === "deny")
    .map((window) => ({ guardrail: "freeze", blocks: true, reason: windowWords(window, asked.now) }));
  return [...found, ...frozen];
}
