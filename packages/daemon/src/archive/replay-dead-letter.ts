import { type ServiceLimits, type ServiceLookup, serviceLimitError, serviceLimitOf } from "../ingest/services.ts";
import { faultDetails, type SchemaChecks, validateElements } from "../ingest/validate-elements.ts";
import { ApplicationError } from "../kernel/errors.ts";
import { uuidv7 } from "../kernel/ids.ts";
import type { DeadLetter } from "../model/dead-letter.ts";
import type { Scope } from "../model/scope.ts";

interface DeadLetterPage {
  readonly deadLetters: readonly DeadLetter[];
  readonly cursor?: string;
}

export interface DeadLetterStore {
  /** Newest first. */
  list(scope: Scope, limit: number, cursor?: string): Promise<DeadLetterPage>;
  /** Throws `not_found`. */
  get(scope: Scope, id: string): Promise<DeadLetter>;
  /** Requests its replay as the event of this id and removes it from the list. Throws `not_found`. */
  requestReplay(scope: Scope, id: string, eventId: string, now: number): Promise<void>;
}

export interface ReplayDeps {
  readonly deadLetters: DeadLetterStore;
  readonly checks: SchemaChecks;
  readonly services: ServiceLookup;
  readonly limits: ServiceLimits & { readonly eventBytes: number };
}

/**
 * Accepts the payload of a dead letter again and returns the id of its event. Throws `not_found`, `unprocessable` if the
 * payload is still invalid, or `forbidden` if its service is still beyond the limit: it would only come back.
 */
export async function replayDeadLetter(deps: ReplayDeps, scope: Scope, id: string, now: number): Promise<string> {
  const { organizationId } = scope;
  const deadLetter = await deps.deadLetters.get(scope, id);
  const { faults, services } = validateElements([deadLetter.payload], {
    check: deps.checks[deadLetter.kind],
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
  await deps.deadLetters.requestReplay(scope, id, eventId, now);
  return eventId;
}
