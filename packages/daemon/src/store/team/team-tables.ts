import type { MemberRemoval, TeamMember } from "../../team/team.ts";
import { defineTable, flag, generated, integer, key, text } from "../sql/define-table.ts";

export interface MemberRow extends TeamMember {
  /** Grows with every member. */
  seq: number;
  emailKey: string;
}

export const teamMemberTable = defineTable<MemberRow>("team_member", {
  ...generated("seq"),
  ...text("id", "organizationId", "name", "email", "emailKey", "role", "avatarUrl"),
  ...flag("isOnCall"),
  ...integer("createdAt"),
});

export interface DepartureRow extends MemberRemoval {
  /** When the member's incidents are checked next. */
  checkAt: number;
}

export const teamDepartureTable = defineTable<DepartureRow>("team_departure", {
  ...key(text("organizationId", "memberId")),
  ...text("name"),
  ...integer("removedAt", "checkAt"),
});
