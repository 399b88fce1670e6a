import { EntitySchema } from "typeorm";
import type { Departure, TeamMember } from "../../team/team.ts";
import { flag, integer, key, nullable, text } from "../sql/columns.ts";

export interface MemberRow extends TeamMember {
  /** Grows with every member. */
  seq: number;
  emailKey: string;
}

export const teamMemberTable = new EntitySchema<MemberRow>({
  name: "team_member",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    id: text,
    organizationId: { ...text, name: "organization_id" },
    name: text,
    email: text,
    emailKey: { ...text, name: "email_key" },
    role: { ...text, ...nullable },
    avatarUrl: { ...text, ...nullable, name: "avatar_url" },
    isOnCall: { ...flag, name: "is_on_call" },
    createdAt: { ...integer, name: "created_at" },
  },
});

export interface DepartureRow extends Departure {
  /** When its incidents are looked at next. */
  checkAt: number;
}

export const teamDepartureTable = new EntitySchema<DepartureRow>({
  name: "team_departure",
  columns: {
    organizationId: { ...text, ...key, name: "organization_id" },
    memberId: { ...text, ...key, name: "member_id" },
    name: text,
    removedAt: { ...integer, name: "removed_at" },
    checkAt: { ...integer, name: "check_at" },
  },
});
