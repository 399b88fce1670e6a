import { setTimeout as wait } from "node:timers/promises";
import { createJobRunner, type JobRunner } from "../jobs/job-runner.ts";
import { LeaseLost } from "../jobs/lease.ts";
import { type Clock, MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import { toSingleLine } from "../kernel/single-line.ts";
import { REPORT_LEASE_MS } from "../model/lease-limits.ts";
import type { Delivery } from "../model/report.ts";
import { type Scope, SYSTEM } from "../model/scope.ts";
import { type Mail, MailFailed, type SendMail } from "../notify/mail.ts";
import { type MakeDeps, makeReport } from "./make.ts";
import { readSettings } from "./reporting-settings.ts";
import { enforceRetention, type RetentionDeps } from "./retention.ts";
import { endOf } from "./runs.ts";
import type { ReportJob, ReportJobStore, SettingsStore } from "./store.ts";

export interface DeliverDeps {
  readonly send: SendMail;
  /** Pauses before the retries, in milliseconds. */
  readonly pausesMs: readonly number[];
}

/** Sends to one recipient with retries. Throws the abort of the signal. */
export async function deliver({ send, pausesMs }: DeliverDeps, mail: Mail, signal: AbortSignal): Promise<Delivery> {
  for (let tries = 0; ; tries += 1) {
    try {
      await send(mail, signal);
      return { recipient: mail.to, status: "delivered", reason: null };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MailFailed)) throw error;
      const pause = pausesMs[tries];
      if (!error.again || pause === undefined) {
        return { recipient: mail.to, status: "failed", reason: toSingleLine(error.message) };
      }
      await wait(pause, undefined, { signal });
    }
  }
}

export interface RunReportsDeps extends MakeDeps, RetentionDeps, DeliverDeps {
  readonly jobs: ReportJobStore;
  readonly settings: Pick<SettingsStore, "get">;
  readonly clock: Clock;
  readonly logger: Logger;
}

const ATTEMPTS_MAX = 5;
const PAUSE_MS = 5 * SECOND_MS;
/** Two, so that one unresponsive mail server doesn't hold up every report. */
const RUNS_MAX = 2;
const GIVEN_UP = {
  process_ended: () =>
    `The report was started ${ATTEMPTS_MAX} times, and the worker process ended during each attempt.`,
  error: ({ run }: ReportJob) =>
    `An internal error interrupted the report ${ATTEMPTS_MAX} times. See the worker's log for run ${run.id}.`,
};
/** Deliveries of one run, all together: an unresponsive mail server doesn't hold up the next run for longer. */
const RUN_MINUTES_MAX = 10;
const TOO_LATE = `The run took longer than ${RUN_MINUTES_MAX} minutes; the report wasn't sent to this recipient.`;

export function createReportRunner(deps: RunReportsDeps, stop: AbortSignal): JobRunner {
  const { jobs, clock } = deps;
  return createJobRunner(
    {
      noun: "Report",
      queue: jobs,
      leaseMs: REPORT_LEASE_MS,
      attemptsMax: ATTEMPTS_MAX,
      pauseMs: PAUSE_MS,
      concurrency: RUNS_MAX,
      describe: ({ run }) => ({ run: run.id }),
      run: (job, lease, stopping) => runReport(deps, job, AbortSignal.any([stopping, lease.lost])),
      giveUp: (job, cause) => jobs.end(job, { status: "failed", error: GIVEN_UP[cause](job) }, clock.now()),
    },
    deps,
    stop,
  );
}

async function runReport(deps: RunReportsDeps, job: ReportJob, signal: AbortSignal): Promise<void> {
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
  if (!(await jobs.prepared(job, numbers, run.deletedCount))) throw new LeaseLost();
  const deliveries: Delivery[] = [];
  for (const [index, before] of run.deliveries.entries()) {
    signal.throwIfAborted();
    const to = before.recipient;
    // Attempts of every process use the same id, so that mail servers can recognise duplicates.
    const send = () => deliverInTime(deps, { ...mail, to, id: `report-${id}-${index}` }, signal, late);
    const delivery = before.status === "waiting" ? await send() : before;
    if (delivery !== before && !(await jobs.delivered(job, delivery))) throw new LeaseLost();
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
