import { DEFAULT_ORGANIZATION } from "../model/scope.ts";

/** Organizations that a key may write into which is bound to none. */
export const unboundKeyModes = ["unclaimed", "default", "any"] as const;
export type UnboundKeyMode = (typeof unboundKeyModes)[number];

/**
 * Why an unbound key may not write into the organization; undefined where it may. An organization that has a key of
 * its own is protected by it: one shared key must not undo that.
 */
export function unboundKeyProblem(
  mode: UnboundKeyMode,
  organizationId: string,
  claimed: ReadonlySet<string>,
): string | undefined {
  if (mode === "any") return undefined;
  if (mode === "default" && organizationId !== DEFAULT_ORGANIZATION) {
    return (
      `This API key is bound to no organization and may write into ${DEFAULT_ORGANIZATION} alone. ` +
      "Use a key that is bound to the organization (TOCSIN_INGEST_API_KEY=KEY@ORGANIZATION)."
    );
  }
  if (claimed.has(organizationId)) {
    return (
      `The organization ${organizationId} takes telemetry with a key that is bound to it alone. ` +
      "Send that key in the header x-api-key."
    );
  }
  return undefined;
}
