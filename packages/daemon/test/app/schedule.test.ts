import { expect } from "chai";
import { startSchedule } from "../../src/app/runtime/schedule.ts";
import { silentLogger } from "../../src/kernel/logger.ts";
import { waitFor } from "../support/wait.ts";

describe("A task that runs several times at once", () => {
  let looks = 0;
  let jobs: (() => void)[] = [];
  let waiting = 0;
  let stop: () => Promise<void>;
  const finishAll = (): void => {
    for (const finish of jobs.splice(0)) finish();
  };
  beforeEach(() => {
    [looks, jobs, waiting] = [0, [], 0];
    stop = startSchedule(
      [
        {
          name: "work",
          everyMs: 5,
          runsMax: 3,
          async run(found) {
            looks += 1;
            if (waiting === 0) return;
            waiting -= 1;
            found();
            await new Promise<void>((resolve) => jobs.push(resolve));
          },
        },
      ],
      silentLogger,
    );
  });
  afterEach(async () => {
    finishAll();
    await stop();
  });

  it("looks once a period while nothing waits", async () => {
    const began = performance.now();
    await waitFor(() => looks >= 10, { what: "ten looks" });
    expect(performance.now() - began).to.be.at.least(40);
  });

  it("takes on all that waits at once, up to its number", async () => {
    waiting = 5;
    await waitFor(() => jobs.length === 3, { what: "three jobs under way" });
    expect(looks).to.be.below(10);
    expect(waiting).to.equal(2);
    finishAll();
    await waitFor(() => waiting === 0, { what: "the other two" });
  });

  it("looks on beside a job that takes long", async () => {
    waiting = 1;
    await waitFor(() => jobs.length === 1, { what: "the long job" });
    const before = looks;
    await waitFor(() => looks > before + 3, { what: "further looks" });
    waiting = 1;
    await waitFor(() => jobs.length === 2, { what: "a second job beside it" });
  });
});
