import { SPREADING_MS } from "../correlate/alert-group.ts";
import type { Call } from "../correlate/service-reach.ts";
import { isFailing, isSaturation, isUnusual, statedCause, trafficChange } from "../detect/stated-cause.ts";
import { toSingleLine } from "../kernel/single-line.ts";
import { type Incident, isMoreSevere } from "../model/incident.ts";

/** An incident of a family with the title that it opened with. The severity of the parent is its own. */
export type FamilyMember = Pick<Incident, "title" | "description" | "severity" | "primaryService" | "createdAt">;

export interface Family {
  /** The parent, then its oldest children, at most {@link FAMILY_MEMBERS_READ_MAX} of them. */
  readonly members: readonly [FamilyMember, ...FamilyMember[]];
  /** Those of all members. */
  readonly services: readonly string[];
  /** The known calls from and to these services. */
  readonly calls: readonly Call[];
}

/** The first members show the cause: a storm of hundreds repeats it. */
export const FAMILY_MEMBERS_READ_MAX = 20;
type ByService = ReadonlyMap<string | null, readonly FamilyMember[]>;

/** About a line of a terminal; lists cut the end, so the impact comes first. */
const TITLE_CHARS_MAX = 120;
const NAME_CHARS_MAX = 40;
/** Two words in a row, such as "failed to", are common to unrelated messages. */
const SHARED_WORDS_MIN = 3;
/** Bounds the runs of words that are compared. */
const WORDS_MAX = 20;

/**
 * The title says what fails, in how many services, and why: `checkout failing for 34 services: connection refused to
 * orders-db`. The title of the most severe member stands for a cause that isn't known.
 */
export function titleOfFamily({ members: all, services, calls }: Family): string {
  const members = earlyMembers(all);
  const causes = members.map(statedCause).filter((cause) => cause !== undefined);
  const cause = findSharedWords(causes);
  const byService = Map.groupBy(members, ({ primaryService }) => primaryService);
  // Traffic alone is the weaker sign.
  const isTraffic = (service: string): boolean => onlyTraffic(byService.get(service) ?? []) !== undefined;
  const bySign = services.toSorted((one, other) => Number(isTraffic(one)) - Number(isTraffic(other)));
  const root = findRoot(bySign, towardsCause(calls, byService));
  const state = causes.length > 0 ? "failing" : "degraded";
  const [only] = services;
  if (services.length === 1 && only !== undefined) {
    return cause === undefined ? mostSevere(members).title : line(`${name(only)} ${state}: ${cause}`);
  }
  const what =
    root === undefined
      ? `${services.length} services ${state}`
      : `${name(root)} ${state} for ${services.length} services`;
  if (cause !== undefined) return line(`${what}: ${cause}`);
  const [ofRoot, ...others] = members.filter(({ primaryService }) => primaryService === root);
  if (ofRoot) return line(`${what}: ${mostSevere([ofRoot, ...others]).title}`);
  const lead = mostSevere(members);
  return line(`${what}, ${lead === members[0] ? "first" : "worst"}: ${lead.title}`);
}

/** The members that opened soon after the first that matters. Later ones are rather its consequences. */
function earlyMembers(members: Family["members"]): Family["members"] {
  const [parent, ...children] = members;
  const until = ({ createdAt }: FamilyMember): number => createdAt + SPREADING_MS;
  // A parent that is LOW takes no more severe one later.
  const first = members.find(({ severity, createdAt }) => severity !== "LOW" && createdAt <= until(parent)) ?? parent;
  return [parent, ...children.filter(({ createdAt }) => createdAt <= until(first))];
}

const name = (service: string): string => toSingleLine(service, NAME_CHARS_MAX);
const line = (text: string): string => toSingleLine(text, TITLE_CHARS_MAX);

/** The oldest of the most severe. */
const mostSevere = (members: Family["members"]): FamilyMember =>
  members.reduce((worst, member) => (isMoreSevere(member.severity, worst.severity) ? member : worst));

/**
 * The calls, each from a service to what its trouble comes from. That is the callee, but for traffic: a service that gets
 * fewer requests sends fewer, and one that gets more is called more.
 */
function towardsCause(calls: readonly Call[], byService: ByService): readonly Call[] {
  return calls.map(([caller, callee]) => {
    const [ofCaller, ofCallee] = [byService.get(caller) ?? [], byService.get(callee) ?? []];
    const way = onlyTraffic(ofCallee);
    const isSame = ofCaller.some((member) => trafficChange(member) === way);
    const isOfCaller =
      way === "fell"
        ? isSame && ofCaller.every((member) => member.severity === "LOW" || !isFailing(member))
        : way === "rose" && (isSame || (ofCaller.length > 0 && !ofCallee.some(isSaturation)));
    return isOfCaller ? [callee, caller] : [caller, callee];
  });
}

/** Which way the traffic went where nothing else is wrong; undefined elsewhere. A resource is used more by more traffic. */
function onlyTraffic(members: readonly FamilyMember[]): "fell" | "rose" | undefined {
  const ways = new Set(members.flatMap((member) => trafficChange(member) ?? (isSaturation(member) ? "rose" : [])));
  const [way] = ways;
  const isOnly = (member: FamilyMember) =>
    trafficChange(member) !== undefined || isUnusual(member) || isSaturation(member);
  return ways.size === 1 && members.every(isOnly) ? way : undefined;
}

/**
 * The service that calls none of the others, and that most of them call, directly or through each other: at least half.
 * Undefined where the calls don't show one.
 */
export function findRoot(services: readonly string[], calls: readonly Call[]): string | undefined {
  const family = new Set(services);
  const callersOf = new Map<string, Set<string>>();
  const calling = new Set<string>();
  for (const [caller, callee] of calls) {
    if (caller === callee || !family.has(caller) || !family.has(callee)) continue;
    calling.add(caller);
    callersOf.set(callee, (callersOf.get(callee) ?? new Set()).add(caller));
  }
  const least = Math.max(1, services.length - 1) / 2;
  const [most] = services
    .filter((service) => !calling.has(service))
    .map((service) => ({ service, callers: countCallers(service, callersOf) }))
    .filter(({ callers }) => callers >= least)
    .sort((one, other) => other.callers - one.callers);
  return most?.service;
}

function countCallers(service: string, callersOf: ReadonlyMap<string, ReadonlySet<string>>): number {
  const seen = new Set([service]);
  for (const each of seen) for (const caller of callersOf.get(each) ?? []) seen.add(caller);
  return seen.size - 1;
}

/**
 * The longest run of words in at least half of the messages, and in two of them, as the first one writes it. The run is
 * a whole message, or has {@link SHARED_WORDS_MIN} words.
 */
export function findSharedWords(messages: readonly string[]): string | undefined {
  const runs = new Map<string, { readonly text: string; readonly words: number; isWhole: boolean; messages: number }>();
  for (const message of messages) {
    for (const [key, run] of runsOf(message)) {
      const known = runs.get(key);
      if (!known) runs.set(key, { ...run, messages: 1 });
      else {
        known.messages += 1;
        known.isWhole ||= run.isWhole;
      }
    }
  }
  const least = Math.max(2, messages.length / 2);
  const shared = [...runs.values()].filter(
    (run) => run.messages >= least && (run.isWhole || run.words >= SHARED_WORDS_MIN),
  );
  const [longest] = shared.sort((one, other) => other.words - one.words || other.messages - one.messages);
  return longest?.text;
}

/** The runs of words of one message, each once, by the words without case and punctuation around them. */
function runsOf(message: string) {
  const words = message.split(/\s+/, WORDS_MAX).filter((word) => word !== "");
  const plain = words.map((word) => word.toLowerCase().replace(/^[^\p{L}\p{N}<]+|[^\p{L}\p{N}>]+$/gu, ""));
  const runs = new Map<string, { readonly text: string; readonly words: number; readonly isWhole: boolean }>();
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const length = to - from;
      const text = words
        .slice(from, to)
        .join(" ")
        .replace(/[:,;]+$/, "");
      const key = plain.slice(from, to).join(" ");
      if (!runs.has(key)) runs.set(key, { text, words: length, isWhole: length === words.length });
    }
  }
  return runs;
}
