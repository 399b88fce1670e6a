import { isOrganizationId } from "../../model/scope.ts";
import { ConfigError } from "../config/config-error.ts";

/** Throws ConfigError for an option that is no organization id. */
export function checkOrganization(organization: string | undefined): void {
  if (organization === undefined || isOrganizationId(organization)) return;
  throw new ConfigError("--organization is 1 to 64 of letters, digits, '.', '_' and '-'.");
}
