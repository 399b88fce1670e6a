import type { Scope } from "../model/scope.ts";

/** A person of an organization's team (contract 2.4). */
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
  /** Throws `conflict` where the email address is taken. */
  add(scope: Scope, member: TeamMember): Promise<TeamMember>;
  /** Throws `not_found`. */
  setOnCall(scope: Scope, id: string, isOnCall: boolean): Promise<TeamMember>;
  /** Throws `not_found`. */
  remove(scope: Scope, id: string): Promise<void>;
}
