import { wordsIn } from "../kernel/search-terms.ts";
import type { TeamMember } from "../team/team.ts";
import { formatName } from "./format-text.ts";

export interface SuggestedTarget {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly reason: string;
  readonly isOnCall: boolean;
}

export interface TargetFacts {
  readonly members: readonly TeamMember[];
  /** Null where the catalog doesn't know the primary service. */
  readonly ownerTeam: string | null;
  /** Teams of neighbouring services, each with one of those services. */
  readonly neighbours: ReadonlyMap<string, string>;
  readonly assigneeId: string | null;
  readonly escalatedTo: ReadonlySet<string>;
}

export const SUGGESTED_TARGETS_MAX = 10;
const NEIGHBOUR_TEAMS_MAX = 100;

const FILLERS = new Set(["a", "and", "crew", "department", "group", "of", "squad", "team", "the", "tribe"]);

interface Ranked {
  readonly member: TeamMember;
  /** 2 for the owner of the primary service, 1 for a neighbour's, 0 otherwise. */
  readonly relation: number;
  readonly reason: string;
}

/**
 * The members to escalate to, the best first: on call before others, then the owning team before teams of neighbouring
 * services. A member belongs to a team if role or name contain all words of its name. Members with an earlier
 * escalation follow, and the assignee is last.
 */
export function suggestTargets(facts: TargetFacts): SuggestedTarget[] {
  const { assigneeId, escalatedTo } = facts;
  const neighbours = [...facts.neighbours].slice(0, NEIGHBOUR_TEAMS_MAX);
  const teams = neighbours.map(([team, service]) => ({ team, service, words: wordsOfTeam(team) }));
  const ownerWords = facts.ownerTeam === null ? [] : wordsOfTeam(facts.ownerTeam);
  const rank = (member: TeamMember): Ranked => {
    const words = new Set(wordsIn(`${member.role ?? ""} ${member.name}`));
    const isOf = (team: readonly string[]): boolean => team.length > 0 && team.every((word) => words.has(word));
    if (isOf(ownerWords)) {
      const reason = `role or name mentions the owning team ${formatName(facts.ownerTeam ?? "")}`;
      return { member, relation: 2, reason };
    }
    const neighbour = teams.find((team) => isOf(team.words));
    if (!neighbour) return { member, relation: 0, reason: "" };
    const reason = `role or name mentions the team ${formatName(neighbour.team)}, which owns the neighbouring ${formatName(neighbour.service)}`;
    return { member, relation: 1, reason };
  };
  const order = ({ member, relation }: Ranked): number =>
    (member.id === assigneeId ? 16 : 0) + (escalatedTo.has(member.id) ? 8 : 0) + (member.isOnCall ? 0 : 4) - relation;
  return facts.members
    .map(rank)
    .filter(({ member, relation }) => member.isOnCall || relation > 0)
    .sort((a, b) => order(a) - order(b))
    .slice(0, SUGGESTED_TARGETS_MAX)
    .map((ranked) => present(ranked, facts));
}

function present({ member, reason }: Ranked, { assigneeId, escalatedTo }: TargetFacts): SuggestedTarget {
  const { id, name, email, isOnCall } = member;
  const parts = [isOnCall ? "on call" : "not on call", ...(reason === "" ? [] : [reason])];
  if (id === assigneeId) parts.push("has the incident now");
  else if (escalatedTo.has(id)) parts.push("was told already");
  const text = parts.join("; ");
  return { id, name, email, isOnCall, reason: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}

function wordsOfTeam(team: string): string[] {
  const words = wordsIn(team);
  const own = words.filter((word) => !FILLERS.has(word));
  return own.length === 0 ? words : own;
}
