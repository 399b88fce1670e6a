import type { Job, JobQueue } from "../../src/jobs/job.ts";
import { createJobRunner, type JobHandler } from "../../src/jobs/job-runner.ts";

export interface Row extends Job {
  readonly id: number;
}

const LEASE_MS = 200;

/** The stores and helpers of the tests about the job runner. */
export function jobQueue() {
  let waiting: Row[] = [];
  let releases: [id: number, afterMs: number, isAttempt: boolean][] = [];
  let log: string[] = [];
  let givenUp: string[] = [];
  let isOwn = true;
  let renewals = 0;
  let stop = new AbortController();
  beforeEach(() => {
    [waiting, releases, log, givenUp, isOwn, renewals] = [[], [], [], [], true, 0];
    stop = new AbortController();
  });
  const NOW = 1000;
  const add = (id: number, attempts = 1): void => void waiting.push({ id, claim: `claim ${id}`, attempts });
  const queue: JobQueue<Row> = {
    claim: async () => waiting.shift(),
    async renew() {
      renewals += 1;
      return isOwn;
    },
    release: async ({ id }, availableAt, isAttempt) => void releases.push([id, availableAt - NOW, isAttempt]),
  };
  const runner = (given: Partial<JobHandler<Row>> = {}) => {
    const write = (message: string): void => void log.push(message);
    return createJobRunner(
      {
        noun: "Export",
        queue,
        leaseMs: LEASE_MS,
        attemptsMax: 3,
        pauseMs: 1000,
        concurrency: 2,
        describe: ({ id }) => ({ id }),
        run: async () => undefined,
        giveUp: async ({ id }, cause) => givenUp.push(`${id} ${cause}`),
        ...given,
      },
      { clock: { now: () => NOW }, logger: { debug: write, info: write, warn: write, error: write } },
      stop.signal,
    );
  };

  return {
    add,
    runner,
    queue,
    get releases() {
      return releases;
    },
    get log() {
      return log;
    },
    get givenUp() {
      return givenUp;
    },
    get stop() {
      return stop;
    },
    get waiting() {
      return waiting;
    },
    get renewals() {
      return renewals;
    },
    get isOwn() {
      return isOwn;
    },
    set isOwn(value) {
      isOwn = value;
    },
  };
}
