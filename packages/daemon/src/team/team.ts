import { randomId } from "../kernel/ids.ts";
import type { Scope } from "../model/scope.ts";

/** A person of an organization's team. */
export interface TeamMember {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string | null;
  readonly avatarUrl: string | null;
  readonly isOnCall: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** Every method is one transaction and sees the scope's organization alone. */
export interface TeamStore {
  /** In the order in which they were added. */
  list(scope: Scope): Promise<readonly TeamMember[]>;
  onCall(scope: Scope): Promise<readonly TeamMember[]>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<TeamMember>;
  /** Throws `conflict` where the email address is taken, or the team is as large as it may be. */
  add(scope: Scope, member: TeamMember, emailKey: string): Promise<TeamMember>;
  /** Throws `not_found`. */
  setOnCall(scope: Scope, id: string, isOnCall: boolean): Promise<TeamMember>;
  /** Notes the departure, so that nothing stays with somebody who is gone. Throws `not_found`. */
  remove(scope: Scope, id: string): Promise<void>;
}

/** A member who was removed and whose incidents may not all be taken back yet. */
export interface MemberRemoval {
  readonly organizationId: string;
  readonly memberId: string;
  readonly name: string;
  readonly removedAt: number;
}

export interface DepartureStore {
  /** Those to look at by now, over all organizations, the longest waiting first. */
  due(now: number, most: number): Promise<readonly MemberRemoval[]>;
  /** Looks again then; null where there is nothing more to look for. */
  checkAgain(departure: MemberRemoval, at: number | null): Promise<void>;
}

export interface NewMember {
  readonly name: string;
  readonly email: string;
  readonly role?: string;
  readonly avatarUrl?: string;
}

/** Throws `conflict` where the email address is taken, or the team is as large as it may be. */
export const addMember = (store: TeamStore, scope: Scope, given: NewMember, now: number): Promise<TeamMember> =>
  store.add(
    scope,
    {
      id: randomId(),
      organizationId: scope.organizationId,
      name: given.name.trim(),
      email: given.email.trim(),
      role: given.role?.trim() || null,
      avatarUrl: given.avatarUrl ?? null,
      isOnCall: false,
      createdAt: now,
    },
    emailKey(given.email),
  );

/** Equal for addresses that differ in case only. */
const emailKey = (email: string): string => email.trim().normalize("NFC").toLowerCase();
