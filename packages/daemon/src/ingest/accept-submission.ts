import type { Clock } from "../kernel/clock.ts";
import { ApplicationError, type ErrorDetail } from "../kernel/errors.ts";
import { uuidv7 } from "../kernel/ids.ts";
import type { AcceptedBatch, BatchFormat } from "../model/accepted-batch.ts";
import { LEFT_OUT_BYTES_MAX } from "../model/ingestion-limits.ts";
import { DEFAULT_ORGANIZATION } from "../model/scope.ts";
import type { TelemetryKind } from "../model/telemetry.ts";
import { partOf } from "./batch-codec.ts";
import type { OrganizationGate } from "./organizations.ts";
import { QueueShareTaken, type RememberedAnswer, type TelemetryQueue } from "./queue.ts";
import type { Quotas } from "./quotas.ts";
import type { OnRefused } from "./refusals.ts";
import type { RejectedEvent } from "./rejected-events.ts";
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
  /** Told after the events are durable. */
  readonly accepted: (kind: TelemetryKind, count: number) => void;
}

export interface Submission {
  readonly organizationId: string;
  readonly kind: TelemetryKind;
  readonly format: BatchFormat;
  readonly elements: readonly unknown[];
  /** The body that the elements were parsed from, UTF-8. */
  readonly body: Buffer;
  /** Elements that are texts because no JSON could be made of them: why, by their place. */
  readonly unparsed?: ReadonlyMap<number, string>;
  /** `refuse`: one bad element refuses all. `skip`: bad ones become dead letters. */
  readonly onInvalid: "refuse" | "skip";
  /** Where the caller sent an Idempotency-Key: what the answer will be remembered under. */
  readonly remember?: Omit<RememberedAnswer, "answer" | "batchId" | "receivedAt">;
}

/** Writing JSON needs stack for every level: deeper ones could not be written. */
const KEPT_NESTING_MAX = 500;

/** The body of the 202. */
export type Acceptance =
  | { readonly id: string; readonly queued: true }
  | { readonly accepted: number; readonly rejected?: number; readonly details?: ErrorDetail[] };

export const INVALID: Readonly<Record<TelemetryKind, string>> = {
  log: "Invalid log event: ",
  metric: "Invalid metric data point: ",
  deployment: "Invalid deployment event: ",
};

/**
 * Judges, checks quotas and the service limit, makes durable; resolves with the answer only then. What is refused doesn't
 * count towards a quota.
 * Throws `invalid`, `too_large`, `too_many` (quotas), `forbidden` (service limit) or `unavailable`.
 */
export async function acceptSubmission(intake: IntakePorts, submission: Submission): Promise<Acceptance> {
  const now = intake.clock.now();
  const { elements } = submission;
  const judged = validateElements(elements, {
    check: intake.checks[submission.kind],
    nowMs: now,
    eventBytesMax: intake.limits.eventBytes,
    bodyBytes: submission.body.length,
    ...(submission.unparsed ? { unparsed: submission.unparsed } : {}),
  });
  if (judged.faults.length > 0 && submission.onInvalid === "refuse") throw refusal(submission, judged.faults);
  const giveBack = intake.quotas.take(submission.organizationId, elements.length, (reason) =>
    intake.refused(reason, submission.organizationId),
  );
  try {
    return await acceptJudged(intake, submission, judged, now);
  } catch (error) {
    giveBack();
    throw error;
  }
}

async function acceptJudged(
  intake: IntakePorts,
  submission: Submission,
  judged: ElementValidation,
  now: number,
): Promise<Acceptance> {
  const { elements } = submission;
  const verdict = await withinServiceLimit(intake, submission, judged);
  const whole = wholeBatch(submission, uuidv7(now), now);
  const batches = verdict.good ? splitByVerdict(whole, elements, verdict, intake.limits.eventBytes) : [whole];
  const answer = answerOf(submission, whole, verdict);
  const remembered = submission.remember && {
    ...submission.remember,
    answer: JSON.stringify(answer),
    batchId: whole.id,
    receivedAt: now,
  };
  if (elements.length > 0 || remembered) await append(intake, elements.length > 0 ? batches : [], remembered);
  const count = verdict.good?.length ?? elements.length;
  if (count > 0) intake.accepted(submission.kind, count);
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

const wholeBatch = (submission: Submission, id: string, now: number): AcceptedBatch => ({
  id,
  organizationId: submission.organizationId,
  kind: submission.kind,
  receivedAt: now,
  format: submission.format,
  count: submission.elements.length,
  body: submission.body,
});

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

/** Registers services never seen before. Where they pass the limit: refused whole, or without their events when lenient. */
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

/** The good elements as one batch; what was left out as another, on its way to the dead letters. */
function splitByVerdict(
  whole: AcceptedBatch,
  elements: readonly unknown[],
  verdict: ElementValidation,
  eventBytesMax: number,
): AcceptedBatch[] {
  const batches: AcceptedBatch[] = [];
  if (verdict.good && verdict.good.length > 0) batches.push(partOf(whole, verdict.good, elements));
  if (verdict.faults.length > 0) batches.push(rejectedBatch(whole, elements, verdict.faults, eventBytesMax));
  return batches;
}

function rejectedBatch(
  whole: AcceptedBatch,
  elements: readonly unknown[],
  faults: readonly ElementFault[],
  eventBytesMax: number,
): AcceptedBatch {
  // As where it is judged: an event is never larger than a body that is smaller than an event may be.
  const each = whole.body.length <= eventBytesMax ? Number.POSITIVE_INFINITY : eventBytesMax;
  const kept = keeper(each, Math.max(LEFT_OUT_BYTES_MAX, whole.body.length));
  const letters = faults.map(
    ({ index, details }): RejectedEvent => ({
      kind: whole.kind as TelemetryKind,
      reason: details.map(({ path, message }) => `${path} ${message}`.trim()).join("; "),
      payload: kept(elements[index]),
    }),
  );
  return {
    ...whole,
    kind: "rejected",
    format: "array",
    count: faults.length,
    places: faults.map(({ index }) => index),
    body: Buffer.from(JSON.stringify(letters)),
  };
}

/** Gives what is kept of an element. Its JSON can be longer than what was sent, so all of them have a bound too. */
function keeper(eventBytesMax: number, bytesMax: number): (element: unknown) => unknown {
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
