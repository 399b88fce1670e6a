/** On whose behalf something is done. The first argument of every store method: a query without an organization can't be written. */
export interface Scope {
  readonly organizationId: string;
  /** Who: the token's `name` or `sub`; `system` for what the daemon does by itself. */
  readonly actor: string;
  readonly permissions: readonly string[];
}

export const SYSTEM = "system";
export const DEFAULT_ORGANIZATION = "default";

const ORGANIZATION = /^[A-Za-z0-9._-]{1,64}$/;
export const isOrganizationId = (text: string): boolean => ORGANIZATION.test(text);
