import { ApplicationError } from "../kernel/errors.ts";
import type { CloudTool, DiagnosticResource } from "../model/diagnostic-tool.ts";

export interface AllowedNamespace {
  readonly name: string;
  /** The only organization that may use it; undefined for all. */
  readonly organizationId: string | undefined;
}

export const targetNotAllowed = (message: string): ApplicationError =>
  new ApplicationError("target_not_allowed", message);

/** Throws `target_not_allowed`. */
export function requireNamespace(
  allowed: readonly AllowedNamespace[],
  namespace: string,
  organizationId: string,
): void {
  const found = allowed.some(
    (each) => each.name === namespace && (each.organizationId === undefined || each.organizationId === organizationId),
  );
  if (!found)
    throw targetNotAllowed(
      `Your organization may not use the namespace ${namespace}. The setting TOCSIN_ALLOWED_NAMESPACES allows it.`,
    );
}

/** The mapped resource that the tool names. Throws `resource_not_mapped`. */
export function findMappedResource(resources: readonly DiagnosticResource[], tool: CloudTool): DiagnosticResource {
  const found = resources.find(
    (each) =>
      each.provider === tool.provider &&
      each.resourceType === tool.resourceType &&
      each.region === tool.region &&
      (tool.resourceId !== undefined || tool.resourceArn !== undefined) &&
      (tool.resourceId === undefined || tool.resourceId === each.resourceId) &&
      (tool.resourceArn === undefined || tool.resourceArn === each.resourceArn),
  );
  if (found) return found;
  throw new ApplicationError(
    "resource_not_mapped",
    "No such resource is mapped to this incident. Map it by provider, type, id or ARN, and region.",
  );
}
