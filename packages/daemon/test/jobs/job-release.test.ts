import { expect } from "chai";
import type { JobHandler } from "../../src/jobs/job-runner.ts";
import { LeaseLost } from "../../src/jobs/lease.ts";
import { rejectOnAbort } from "../../src/kernel/reject-on-abort.ts";
import { waitFor } from "../support/wait.ts";
import { jobQueue, type Row } from "./job-queue.ts";

const forever = <Value>(): Promise<Value> => new Promise<Value>(() => undefined);

describe("The job runner that stops or loses its lease", () => {
  const world = jobQueue();

  it("releases its jobs on stop at once, doesn't count the attempt, and claims no more", async () => {
    world.add(1);
    const { poll, settled } = world.runner({ run: (_job, _lease, stopping) => rejectOnAbort(forever(), stopping) });
    await poll();
    world.add(2);
    world.stop.abort();
    await settled();
    expect(world.releases).to.deep.equal([[1, 0, false]]);
    expect(world.waiting).to.have.length(1);
  });

  it("renews the lease while the job runs", async () => {
    world.add(1);
    const run = () => waitFor(() => world.renewals >= 2, { what: "renewals" }).then(() => undefined);
    await world.runner({ run }).drain();
    expect(world.log).to.deep.equal([]);
  });

  it("leaves a job alone once another worker owns it", async () => {
    world.isOwn = false;
    world.add(1);
    world.add(2);
    const run: JobHandler<Row>["run"] = ({ id }, { lost }) =>
      id === 1 ? rejectOnAbort(forever(), lost) : Promise.reject(new LeaseLost());
    await world.runner({ run }).drain();
    expect([world.releases, world.givenUp]).to.deep.equal([[], []]);
    expect(world.log).to.deep.equal(Array(2).fill("Export belongs to another worker; this worker leaves it"));
  });

  it("goes on where a job can't be released", async () => {
    world.add(1);
    world.add(2);
    const broken = { ...world.queue, release: () => Promise.reject(new Error("The database is away.")) };
    await world.runner({ queue: broken, run: () => Promise.reject(new Error("a bug")), concurrency: 1 }).drain();
    expect(world.log.filter((line) => line.includes("could not be released"))).to.have.length(2);
  });
});
