import type { EntityManager } from "typeorm";
import type { MemberRepository } from "../../incident/unit-of-work.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import { ApplicationError, notFound } from "../../kernel/errors.ts";
import { TEAM_MEMBERS_MAX } from "../../model/record-limits.ts";
import type { Scope } from "../../model/scope.ts";
import type { TeamMember, TeamStore } from "../../team/team.ts";
import type { Database } from "../sql/database.ts";
import { writeLocked } from "../sql/organization-lock.ts";
import { insertRows, updateRows } from "../sql/sql-rows.ts";
import { type MemberRow, teamDepartureTable, teamMemberTable } from "./team-tables.ts";

/** A team is small (TEAM_MEMBERS_MAX) and read whole. Writers stand in a row, so that what they check holds. */
export function createTeamStore(database: Database, clock: Clock = systemClock): TeamStore {
  const { reader } = database;
  const listed = async (scope: Scope, only: { isOnCall?: true } = {}): Promise<readonly TeamMember[]> => {
    const where = { ...only, organizationId: scope.organizationId };
    return (await reader.find(teamMemberTable, { where, order: { seq: "ASC" } })).map(toMember);
  };
  return {
    list: (scope) => listed(scope),
    onCall: (scope) => listed(scope, { isOnCall: true }),
    get: (scope, id) => findMember(reader, scope, id),
    add: (scope, member, emailKey) =>
      writeLocked(database, scope, async (transaction) => {
        const row = { ...member, organizationId: scope.organizationId, emailKey };
        await refuseTaken(transaction, row);
        await insertRows(transaction, teamMemberTable, [row]);
        return findMember(transaction, scope, member.id);
      }),
    setOnCall: (scope, id, isOnCall) =>
      database.write(async (transaction) => {
        const member = await findMember(transaction, scope, id);
        await updateRows(transaction, teamMemberTable, { id, organizationId: scope.organizationId }, { isOnCall });
        return { ...member, isOnCall };
      }),
    remove: (scope, id) =>
      writeLocked(database, scope, async (transaction) => {
        const { organizationId } = scope;
        const { name } = await findMember(transaction, scope, id);
        await transaction.delete(teamMemberTable, { id, organizationId });
        const now = clock.now();
        const departure = { organizationId, memberId: id, name, removedAt: now, checkAt: now };
        await insertRows(transaction, teamDepartureTable, [departure]);
      }),
  };
}

/** Throws `not_found`. */
async function findMember(manager: EntityManager, scope: Scope, id: string): Promise<TeamMember> {
  const row = await manager.findOneBy(teamMemberTable, { id, organizationId: scope.organizationId });
  if (!row) throw notFound("team_member_not_found", `Team member ${id}`);
  return toMember(row);
}

async function refuseTaken(transaction: EntityManager, { organizationId, emailKey, email }: Omit<MemberRow, "seq">) {
  if (await transaction.existsBy(teamMemberTable, { organizationId, emailKey })) {
    throw new ApplicationError("already_exists", `The email address ${email} already belongs to a member.`, {
      details: [{ path: "/email", message: "already belongs to a member" }],
    });
  }
  if ((await transaction.countBy(teamMemberTable, { organizationId })) >= TEAM_MEMBERS_MAX) {
    throw new ApplicationError("limit_reached", `A team has at most ${TEAM_MEMBERS_MAX} members. Remove one first.`);
  }
}

const toMember = ({ seq: _seq, emailKey: _key, ...member }: MemberRow): TeamMember => member;

export const createMemberRepository = (transaction: EntityManager, organizationId: string): MemberRepository => ({
  find: async (id) => {
    const row = await transaction.findOneBy(teamMemberTable, { id, organizationId });
    return row ? toMember(row) : undefined;
  },
});
