import { expect } from "chai";
import { waitFor } from "../support/wait.ts";
import { jobQueue, type Row } from "./job-queue.ts";

describe("The job runner", () => {
  const world = jobQueue();

  it("runs all available jobs, and no more at once than its concurrency", async () => {
    for (let id = 1; id <= 5; id++) world.add(id);
    let [running, most, done] = [0, 0, 0];
    const run = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      done += 1;
    };
    await world.runner({ run }).drain();
    expect([most, done, world.releases.length, world.log.length]).to.deep.equal([2, 5, 0, 0]);
  });

  it("claims the next job beside one that takes long", async () => {
    const begun: number[] = [];
    const long = Promise.withResolvers<void>();
    const { poll, settled } = world.runner({
      run: async ({ id }) => {
        begun.push(id);
        if (id === 1) await long.promise;
      },
    });
    world.add(1);
    await poll();
    world.add(2);
    world.add(3);
    await poll();
    await waitFor(() => begun.length === 3, { what: "the jobs beside the long one" });
    long.resolve();
    await settled();
  });

  it("releases a job whose attempt failed, with a back-off that doubles up to its jitter", async () => {
    world.add(1, 1);
    world.add(2, 2);
    const resumption = ({ id }: Row): string => `resuming at step ${id}`;
    await world.runner({ run: () => Promise.reject(new Error("a bug")), resumption }).drain();
    expect(world.releases.map(([id, , isAttempt]) => [id, isAttempt])).to.deep.equal([
      [1, true],
      [2, true],
    ]);
    expect(world.releases[0]?.[1]).to.be.within(500, 1000);
    expect(world.releases[1]?.[1]).to.be.within(1000, 2000);
    expect(world.log).to.deep.equal([
      "Export interrupted; resuming at step 1",
      "Export interrupted; resuming at step 2",
    ]);
    expect(world.givenUp).to.deep.equal([]);
  });

  it("gives a job up after its last attempt, or when the process ended during each of them", async () => {
    world.add(1, 3);
    world.add(2, 4);
    const begun: number[] = [];
    const run = async ({ id }: Row): Promise<void> => {
      begun.push(id);
      throw new Error("a bug");
    };
    await world.runner({ run }).drain();
    expect(world.givenUp.toSorted()).to.deep.equal(["1 error", "2 process_ended"]);
    expect([begun, world.releases]).to.deep.equal([[1], []]);
  });
});
