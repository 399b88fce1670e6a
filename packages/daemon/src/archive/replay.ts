import { type ServiceLimits, type ServiceLookup, serviceLimitError, serviceLimitOf } from "../ingest/services.ts";
import { faultDetails, type SchemaChecks, validateElements } from "../ingest/validate-elements.ts";
import { ApplicationError } from "../kernel/errors.ts";
import { uuidv7 } from "../kernel/ids.ts";
import type { Scope } from "../model/scope.ts";
import type { DeadLetterStore } from "./dead-letters.ts";

export interface ReplayDeps {
  readonly deadLetters: DeadLetterStore;
  readonly checks: SchemaChecks;
  readonly services: ServiceLookup;
  readonly limits: ServiceLimits & { readonly eventBytes: number };
}

/**
 * Takes a dead letter in again; answers the id that its event gets. Throws `not_found`, `unprocessable` where the
 * payload is still not valid, or `forbidden` where its service still finds no place: it would only come back.
 */
export async function replay(deps: ReplayDeps, scope: Scope, id: string, now: number): Promise<string> {
  const { organizationId } = scope;
  const letter = await deps.deadLetters.get(scope, id);
  const { faults, services } = validateElements([letter.payload], {
    check: deps.checks[letter.kind],
    nowMs: now,
    eventBytesMax: deps.limits.eventBytes,
    bodyBytes: Number.POSITIVE_INFINITY,
  });
  if (faults.length > 0) {
    const details = faultDetails(faults, false);
    const message = `The dead letter is still not valid: ${details[0]?.path} ${details[0]?.message}.`;
    throw new ApplicationError("dead_letter_still_invalid", message, { details });
  }
  const limit = serviceLimitOf(organizationId, deps.limits);
  for (const service of services) {
    if (!(await deps.services.hasCapacityFor(organizationId, service, limit)))
      throw serviceLimitError(organizationId, limit);
  }
  const eventId = uuidv7(now);
  await deps.deadLetters.askReplay(scope, id, eventId, now);
  return eventId;
}
