import { type Clock, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import { coerceError } from "../kernel/errors.ts";
import { keepLease } from "../kernel/lease.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Delivery } from "../model/report.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import { type DeliverDeps, deliver } from "./deliver.ts";
import { type MakeDeps, makeReport } from "./make.ts";
import { enforceRetention, type RetentionDeps } from "./retention.ts";
import { endOf } from "./runs.ts";
import { readSettings } from "./settings.ts";
import { LEASE_MS, type ReportJob, type ReportJobStore, type SettingsStore } from "./store.ts";

export interface WorkDeps extends MakeDeps, RetentionDeps, DeliverDeps {
  readonly jobs: ReportJobStore;
  readonly settings: Pick<SettingsStore, "get">;
  readonly clock: Clock;
  readonly logger: Logger;
}

const RENEW_MS = LEASE_MS / 4;
const ATTEMPTS_MAX = 5;
const ENDED_IN_IT = `It was begun ${ATTEMPTS_MAX} times, and each time the process that worked on it ended before it did.`;
/** Before the next try, times the tries so far. */
const PAUSE_MS = 5 * SECOND_MS;
/** A run, all in all: who comes after a server that answers nobody waits no longer. */
const RUN_MINUTES_MAX = 10;
const TOO_LATE = `The run took longer than ${RUN_MINUTES_MAX} minutes, and the report wasn't sent to this one.`;

/** Does the runs that wait, one after the other, until none is left or the signal aborts. Calls `found` before each. */
export async function drainRuns(deps: WorkDeps, stop: AbortSignal, found?: () => void): Promise<void> {
  while (!stop.aborted) {
    const asked = deps.clock.now();
    const job = await deps.jobs.claim(asked);
    if (!job) return;
    found?.();
    await work(deps, job, deps.clock.now() - asked, stop);
  }
}

async function work(deps: WorkDeps, job: ReportJob, goneMs: number, stop: AbortSignal): Promise<void> {
  const { jobs, clock, logger } = deps;
  const lost = new AbortController();
  const over = new AbortController();
  if (job.attempts > ATTEMPTS_MAX) {
    await jobs.end(job, { status: "failed", error: ENDED_IN_IT }, clock.now());
    return;
  }
  const about = { run: job.run.id, attempt: job.attempts };
  const lease = {
    renew: () => jobs.renew(job, clock.now()),
    everyMs: RENEW_MS,
    goneMs,
    lost: () => lost.abort(),
    failed: (error: Error) => logger.warn("The lease of a report could not be prolonged", { ...about, error }),
  };
  const renewing = keepLease(lease, over.signal);
  try {
    await report(deps, job, AbortSignal.any([stop, lost.signal]));
  } catch (thrown) {
    if (lost.signal.aborted) logger.warn("Another worker took this report over", about);
    else if (stop.aborted) await jobs.giveBack(job, clock.now(), false);
    else await brokeOff(deps, job, coerceError(thrown));
  } finally {
    over.abort();
    await renewing;
  }
}

async function report(deps: WorkDeps, job: ReportJob, signal: AbortSignal): Promise<void> {
  const { jobs, clock, settings } = deps;
  const { id, organizationId } = job.run;
  const scope: Scope = { organizationId, actor: SYSTEM, permissions: [] };
  const late = AbortSignal.timeout(RUN_MINUTES_MAX * MINUTE_MS);
  let { run } = job;
  if (job.scheduled) {
    const { retentionDays } = await readSettings(settings, scope);
    const { deletedCount } = await enforceRetention(deps, scope, retentionDays, clock.now(), signal);
    run = { ...run, deletedCount: run.deletedCount + deletedCount };
  }
  const { numbers, mail } = await makeReport(deps, scope, { ...job, run }, clock.now());
  if (!(await jobs.prepared(job, numbers, run.deletedCount))) return;
  const deliveries: Delivery[] = [];
  for (const [index, before] of run.deliveries.entries()) {
    signal.throwIfAborted();
    const to = before.recipient;
    // The id stays over tries, those of other processes included.
    const send = () => deliverInTime(deps, { ...mail, to, id: `report-${id}-${index}` }, signal, late);
    const delivery = before.status === "waiting" ? await send() : before;
    if (delivery !== before && !(await jobs.delivered(job, delivery))) return;
    deliveries.push(delivery);
  }
  await jobs.end(job, endOf(deliveries), clock.now());
}

async function deliverInTime(
  deps: DeliverDeps,
  mail: Parameters<typeof deliver>[1],
  signal: AbortSignal,
  late: AbortSignal,
): Promise<Delivery> {
  try {
    return await deliver(deps, mail, AbortSignal.any([signal, late]));
  } catch (error) {
    if (signal.aborted || !late.aborted) throw error;
    return { recipient: mail.to, status: "failed", reason: TOO_LATE };
  }
}

async function brokeOff({ jobs, clock, logger }: WorkDeps, job: ReportJob, error: Error): Promise<void> {
  logger.warn("A report broke off", { run: job.run.id, attempt: job.attempts, error });
  if (job.attempts < ATTEMPTS_MAX) return jobs.giveBack(job, clock.now() + PAUSE_MS * job.attempts, true);
  const reason = `An error of Tocsin's own broke it off ${ATTEMPTS_MAX} times; the worker's log says more, under run ${job.run.id}.`;
  await jobs.end(job, { status: "failed", error: reason }, clock.now());
}
