/** The caller. It is the first argument of every store method, so that no query lacks an organization. */
export interface Scope {
  readonly organizationId: string;
  /** The token's `name` or `sub`; `system` for the daemon itself. */
  readonly actor: string;
  readonly permissions: readonly string[];
}

export const SYSTEM = "system";
export const DEFAULT_ORGANIZATION = "default";

const ORGANIZATION = /^[A-Za-z0-9._-]{1,64}$/;
export const isOrganizationId = (text: string): boolean => ORGANIZATION.test(text);
