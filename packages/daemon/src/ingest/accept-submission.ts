import type { Clock } from "../kernel/clock.ts";
import { ApplicationError, type ErrorDetail } from "../kernel/errors.ts";
import { uuidv7 } from "../kernel/ids.ts";
import type { AcceptedBatch, BatchFormat } from "../model/accepted-batch.ts";
import { partOf, type RejectedEvent, withRejectedEvents } from "../model/batch-codec.ts";
import { LEFT_OUT_BYTES_MAX } from "../model/ingestion-limits.ts";
import { QueueShareTaken } from "../model/queue-share.ts";
import { DEFAULT_ORGANIZATION } from "../model/scope.ts";
import type { TelemetryKind } from "../model/telemetry.ts";
import type { OrganizationGate, Quotas } from "./admission.ts";
import type { RememberedAnswer, TelemetryQueue } from "./queue.ts";
import type { OnRefused } from "./refusals.ts";
import {
  type ServiceLimits,
  type ServiceRegistry,
  serviceLimitError,
  serviceLimitOf,
  serviceNameOf,
} from "./services.ts";
import {
  type ElementFault,
  type ElementValidation,
  faultDetails,
  jsonBytes,
  nestsWithin,
  type SchemaChecks,
  validateElements,
} from "./validate-elements.ts";

export interface IntakePorts {
  readonly clock: Clock;
  readonly queue: TelemetryQueue;
  readonly services: ServiceRegistry;
  readonly organizations: OrganizationGate;
  readonly quotas: Quotas;
  readonly refused: OnRefused;
  readonly checks: SchemaChecks;
  readonly limits: ServiceLimits & { readonly eventBytes: number; readonly batchEvents: number };
  /** Called after the events are durable. */
  readonly accepted: (kind: TelemetryKind, count: number) => void;
}

export interface Submission {
  readonly organizationId: string;
  readonly kind: TelemetryKind;
  readonly format: BatchFormat;
  readonly elements: readonly unknown[];
  /** The body that the elements were parsed from, UTF-8. */
  readonly body: Buffer;
  /** Why elements are unparsable, by index; such an element is its text. */
  readonly unparsed?: ReadonlyMap<number, string>;
  /** `refuse`: one bad element refuses all. `skip`: bad ones become dead letters. */
  readonly onInvalid: "refuse" | "skip";
  /** The key of the answer, for a request with an Idempotency-Key. */
  readonly remember?: Omit<RememberedAnswer, "answer" | "batchId" | "receivedAt">;
}

/** JSON.stringify recurses, so deeper elements would overflow the stack. */
const KEPT_NESTING_MAX = 500;

export type Acceptance =
  | { readonly id: string; readonly queued: true }
  | { readonly accepted: number; readonly rejected?: number; readonly details?: ErrorDetail[] };

export const INVALID: Readonly<Record<TelemetryKind, string>> = {
  log: "Invalid log event: ",
  metric: "Invalid metric data point: ",
  deployment: "Invalid deployment event: ",
};

/**
 * Validates the events, checks quotas and the service limit, and resolves with the answer when the events are durable.
 * Refused events don't count towards a quota.
 */
export async function acceptSubmission(intake: IntakePorts, submission: Submission): Promise<Acceptance> {
  const now = intake.clock.now();
  const { elements } = submission;
  const validated = validateElements(elements, {
    check: intake.checks[submission.kind],
    nowMs: now,
    eventBytesMax: intake.limits.eventBytes,
    bodyBytes: submission.body.length,
    unparsed: submission.unparsed,
  });
  if (validated.faults.length > 0 && submission.onInvalid === "refuse") throw refusal(submission, validated.faults);
  const release = intake.quotas.take(submission.organizationId, elements.length, (reason) =>
    intake.refused(reason, submission.organizationId),
  );
  try {
    return await acceptValidated(intake, submission, validated, now);
  } catch (error) {
    release();
    throw error;
  }
}

async function acceptValidated(
  intake: IntakePorts,
  submission: Submission,
  validated: ElementValidation,
  now: number,
): Promise<Acceptance> {
  const { elements } = submission;
  const verdict = await withinServiceLimit(intake, submission, validated);
  const { organizationId, kind, format, body } = submission;
  const id = uuidv7(now);
  const whole = { id, organizationId, kind, receivedAt: now, format, count: elements.length, body };
  const batches = verdict.good ? splitByVerdict(whole, elements, verdict, intake.limits.eventBytes) : [whole];
  const answer = answerOf(submission, whole, verdict);
  const { remember } = submission;
  const remembered = remember && { ...remember, answer: JSON.stringify(answer), batchId: id, receivedAt: now };
  if (elements.length > 0 || remembered) await append(intake, elements.length > 0 ? batches : [], remembered);
  const count = verdict.good?.length ?? elements.length;
  if (count > 0) intake.accepted(kind, count);
  return answer;
}

async function append(
  intake: IntakePorts,
  batches: readonly AcceptedBatch[],
  remembered: RememberedAnswer | undefined,
): Promise<void> {
  try {
    await intake.queue.append(batches, remembered);
  } catch (error) {
    if (error instanceof QueueShareTaken) intake.refused("queue_share", batches[0]?.organizationId ?? "");
    throw error;
  }
}

function refusal(submission: Submission, faults: readonly ElementFault[]): ApplicationError {
  const details = faultDetails(faults, submission.format !== "single");
  const first = details[0] as ErrorDetail;
  const where = first.path === "" ? "it" : first.path;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  const tooLarge = faults.every((fault) => fault.tooLarge);
  return new ApplicationError(
    tooLarge ? "event_too_large" : "invalid_event",
    `${INVALID[submission.kind]}${where} ${first.message}${more}`,
    { details },
  );
}

/** Registers new services. Beyond the limit, the submission is refused, or the events of these services are when lenient. */
async function withinServiceLimit(
  intake: IntakePorts,
  submission: Submission,
  verdict: ElementValidation,
): Promise<ElementValidation> {
  const { organizationId, elements } = submission;
  if (intake.services.knows(organizationId, verdict.services)) return verdict;
  if (verdict.services.size > 0)
    await intake.organizations.admit(organizationId, (reason) => intake.refused(reason, organizationId));
  const limit = serviceLimitOf(organizationId, intake.limits);
  const lenient = submission.onInvalid === "skip";
  const left = new Set(await intake.services.register(organizationId, [...verdict.services], limit, !lenient));
  if (left.size === 0) return verdict;
  const error = serviceLimitError(organizationId, limit);
  const reason = organizationId === DEFAULT_ORGANIZATION ? "default_service_limit" : "service_limit";
  intake.refused(reason, organizationId, left);
  if (!lenient) throw error;

  const faults = [...verdict.faults];
  const good: number[] = [];
  for (const index of verdict.good ?? elements.keys()) {
    const service = serviceNameOf((elements[index] as { service: string }).service);
    if (left.has(service)) faults.push({ index, details: [{ path: "/service", message: error.message }] });
    else good.push(index);
  }
  return { good, faults, services: verdict.services };
}

/** A batch of the valid elements, and one of the rejected ones, which become dead letters. */
const splitByVerdict = (
  whole: AcceptedBatch,
  elements: readonly unknown[],
  { good = [], faults }: ElementValidation,
  eventBytesMax: number,
): AcceptedBatch[] => [
  ...(good.length > 0 ? [partOf(whole, good, elements)] : []),
  ...(faults.length > 0 ? [rejectedBatch(whole, elements, faults, eventBytesMax)] : []),
];

function rejectedBatch(
  whole: AcceptedBatch,
  elements: readonly unknown[],
  faults: readonly ElementFault[],
  eventBytesMax: number,
): AcceptedBatch {
  // No event is larger than its body, so a small body needs no limit for each event.
  const each = whole.body.length <= eventBytesMax ? Number.POSITIVE_INFINITY : eventBytesMax;
  const limited = payloadLimiter(each, Math.max(LEFT_OUT_BYTES_MAX, whole.body.length));
  const events = faults.map(
    ({ index, details }): RejectedEvent => ({
      kind: whole.kind as TelemetryKind,
      reason: details.map(({ path, message }) => `${path} ${message}`.trim()).join("; "),
      payload: limited(elements[index]),
    }),
  );
  return withRejectedEvents({ ...whole, places: faults.map(({ index }) => index) }, events);
}

/** Replaces elements that are too large to keep. JSON may grow when it is written again, so their sum has a limit too. */
function payloadLimiter(eventBytesMax: number, bytesMax: number): (element: unknown) => unknown {
  let left = bytesMax;
  return (element) => {
    if (!nestsWithin(element, KEPT_NESTING_MAX)) return "(nested too deeply to be kept)";
    const bytes = jsonBytes(element);
    if (bytes > eventBytesMax || bytes > left) return "(too large to be kept)";
    left -= bytes;
    return element;
  };
}

function answerOf(submission: Submission, whole: AcceptedBatch, verdict: ElementValidation): Acceptance {
  if (submission.format === "single") return { id: whole.id, queued: true };
  if (submission.onInvalid === "refuse") return { accepted: submission.elements.length };
  return {
    accepted: verdict.good?.length ?? submission.elements.length,
    rejected: verdict.faults.length,
    details: faultDetails(verdict.faults, true),
  };
}
