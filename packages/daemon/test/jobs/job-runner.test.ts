import { expect } from "chai";
import type { Job, JobQueue } from "../../src/jobs/job.ts";
import { createJobRunner, type JobHandler } from "../../src/jobs/job-runner.ts";
import { LeaseLost } from "../../src/jobs/lease.ts";
import { rejectOnAbort } from "../../src/kernel/reject-on-abort.ts";
import { waitFor } from "../support/wait.ts";

interface Row extends Job {
  readonly id: number;
}

const LEASE_MS = 200;
const forever = <Value>(): Promise<Value> => new Promise<Value>(() => undefined);

describe("The job runner", () => {
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

  it("runs all available jobs, and no more at once than its concurrency", async () => {
    for (let id = 1; id <= 5; id++) add(id);
    let [running, most, done] = [0, 0, 0];
    const run = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      done += 1;
    };
    await runner({ run }).drain();
    expect([most, done, releases.length, log.length]).to.deep.equal([2, 5, 0, 0]);
  });

  it("claims the next job beside one that takes long", async () => {
    const begun: number[] = [];
    const long = Promise.withResolvers<void>();
    const { poll, settled } = runner({
      run: async ({ id }) => {
        begun.push(id);
        if (id === 1) await long.promise;
      },
    });
    add(1);
    await poll();
    add(2);
    add(3);
    await poll();
    await waitFor(() => begun.length === 3, { what: "the jobs beside the long one" });
    long.resolve();
    await settled();
  });

  it("releases a job whose attempt failed, with a back-off that doubles up to its jitter", async () => {
    add(1, 1);
    add(2, 2);
    const resumption = ({ id }: Row): string => `resuming at step ${id}`;
    await runner({ run: () => Promise.reject(new Error("a bug")), resumption }).drain();
    expect(releases.map(([id, , isAttempt]) => [id, isAttempt])).to.deep.equal([
      [1, true],
      [2, true],
    ]);
    expect(releases[0]?.[1]).to.be.within(500, 1000);
    expect(releases[1]?.[1]).to.be.within(1000, 2000);
    expect(log).to.deep.equal(["Export interrupted; resuming at step 1", "Export interrupted; resuming at step 2"]);
    expect(givenUp).to.deep.equal([]);
  });

  it("gives a job up after its last attempt, or when the process ended during each of them", async () => {
    add(1, 3);
    add(2, 4);
    const begun: number[] = [];
    const run = async ({ id }: Row): Promise<void> => {
      begun.push(id);
      throw new Error("a bug");
    };
    await runner({ run }).drain();
    expect(givenUp.toSorted()).to.deep.equal(["1 error", "2 process_ended"]);
    expect([begun, releases]).to.deep.equal([[1], []]);
  });

  it("releases its jobs on stop at once, doesn't count the attempt, and claims no more", async () => {
    add(1);
    const { poll, settled } = runner({ run: (_job, _lease, stopping) => rejectOnAbort(forever(), stopping) });
    await poll();
    add(2);
    stop.abort();
    await settled();
    expect(releases).to.deep.equal([[1, 0, false]]);
    expect(waiting).to.have.length(1);
  });

  it("renews the lease while the job runs", async () => {
    add(1);
    const run = () => waitFor(() => renewals >= 2, { what: "renewals" }).then(() => undefined);
    await runner({ run }).drain();
    expect(log).to.deep.equal([]);
  });

  it("leaves a job alone once another worker owns it", async () => {
    isOwn = false;
    add(1);
    add(2);
    const run: JobHandler<Row>["run"] = ({ id }, { lost }) =>
      id === 1 ? rejectOnAbort(forever(), lost) : Promise.reject(new LeaseLost());
    await runner({ run }).drain();
    expect([releases, givenUp]).to.deep.equal([[], []]);
    expect(log).to.deep.equal(Array(2).fill("Export belongs to another worker; this worker leaves it"));
  });

  it("goes on where a job can't be released", async () => {
    add(1);
    add(2);
    const broken = { ...queue, release: () => Promise.reject(new Error("The database is away.")) };
    await runner({ queue: broken, run: () => Promise.reject(new Error("a bug")), concurrency: 1 }).drain();
    expect(log.filter((line) => line.includes("could not be released"))).to.have.length(2);
  });
});
