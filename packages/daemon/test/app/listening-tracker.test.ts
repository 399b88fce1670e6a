import { expect } from "chai";
import type { Task } from "../../src/app/runtime/schedule.ts";
import { createCommitBatchStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { createListeningTracker, type ListeningTracker } from "../../src/app/wiring/listening-tracker.ts";
import { quietTasks } from "../../src/app/wiring/pipeline-wiring.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import type { CommitBatchStore } from "../../src/pipeline/commit-batch.ts";
import { createReadQuiet } from "../../src/store/incidents/quiet-incidents.ts";
import { type Fresh, onEachEngine } from "../store/engines.ts";
import { candidate } from "../store/samples.ts";

const NOW = Date.UTC(2026, 10, 20, 12);

/** Beats every second from one time to another, both included. */
function beat(listening: ListeningTracker, from: number, to: number): void {
  for (let now = from; now <= to; now += SECOND_MS) listening.heartbeat(now);
}

describe("listening", () => {
  it("goes back to the start while work is done every second", () => {
    const listening = createListeningTracker(NOW);
    beat(listening, NOW, NOW + HOUR_MS);
    expect(listening.since(NOW + HOUR_MS + SECOND_MS)).to.equal(NOW);
  });

  it("begins anew when the process, its machine or its storage stood still, whoever asks first", () => {
    const listening = createListeningTracker(NOW);
    beat(listening, NOW, NOW + HOUR_MS);
    const awake = NOW + 3 * HOUR_MS;
    expect(listening.since(awake)).to.equal(awake);
    beat(listening, awake + 500, awake + HOUR_MS);
    expect(listening.since(awake + HOUR_MS)).to.equal(awake + 500);
  });

  it("is not while a source hears nothing and nobody beats", () => {
    const listening = createListeningTracker(NOW);
    beat(listening, NOW, NOW + MINUTE_MS);
    for (let now = NOW + 2 * MINUTE_MS; now < NOW + HOUR_MS; now += MINUTE_MS)
      expect(listening.since(now)).to.equal(now);
  });

  it("begins anew with everything that waited long before it was taken in", () => {
    const listening = createListeningTracker(NOW);
    const end = NOW + 10 * MINUTE_MS;
    for (let now = NOW; now <= end; now += SECOND_MS) {
      listening.heartbeat(now);
      listening.recordProcessed(now <= NOW + 5 * MINUTE_MS ? now - 20 * MINUTE_MS : now - 50, now);
    }
    expect(listening.since(end)).to.equal(NOW + 5 * MINUTE_MS);
  });

  it("goes on when the clock is set back", () => {
    const listening = createListeningTracker(NOW);
    beat(listening, NOW, NOW + MINUTE_MS);
    const back = NOW - HOUR_MS;
    beat(listening, back, back + MINUTE_MS);
    expect(listening.since(back + MINUTE_MS)).to.equal(back);
  });
});

onEachEngine("What resolves by itself", (fresh) => {
  let store: Fresh;
  let commitBatches: CommitBatchStore;
  let now: number;
  let hears: boolean;
  let away: boolean;
  let tasks: readonly Task[];
  beforeEach(async () => {
    store = await fresh();
    const database = await store.openDatabase();
    commitBatches = createCommitBatchStore(database);
    [now, hears, away] = [NOW, true, false];
    const tick = async (): Promise<void> => {
      if (away) throw new Error("the database is away");
    };
    const clock = { now: () => now };
    const listening = createListeningTracker(NOW);
    const examined = (at: number): void => {
      if (hears) listening.heartbeat(at);
    };
    const listeningPeriodOf = () => listening.period(now);
    tasks = quietTasks({
      worker: { tick },
      readQuiet: createReadQuiet(database),
      units: createUnits(database),
      consumption: { listeningPeriodOf, examined },
      clock,
    });
    const nothing = {
      progress: null,
      states: [],
      leases: [],
      deadLetters: [],
      replayed: [],
      counts: [],
      deployments: [],
    };
    await commitBatches.commit(
      { ...nothing, candidates: [candidate({ resolveAfterMs: MINUTE_MS, observedAt: NOW })] },
      openIncidents,
      NOW,
    );
  });
  afterEach(() => store.drop());

  /** Runs the tasks every five seconds; answers after how long something resolved. */
  const resolvedAfter = async (lastingMs: number): Promise<number | undefined> => {
    const [examine, resolve] = tasks as [Task, Task];
    for (const from = now; now <= from + lastingMs; now += 5 * SECOND_MS) {
      // Their timers are independent: the one that resolves may come first.
      if ((await resolve.run()) === 1) return now - from;
      await examine.run().catch(() => undefined);
    }
    return undefined;
  };

  it("does so after its time where all that comes is heard", async () => {
    expect(await resolvedAfter(HOUR_MS)).to.equal(MINUTE_MS);
  });

  it("must stay quiet for its whole time again after the process stood still", async () => {
    now += 75 * SECOND_MS;
    expect(await resolvedAfter(HOUR_MS)).to.equal(MINUTE_MS);
  });

  for (const what of ["a source doesn't hear", "storage is away"] as const) {
    const set = (is: boolean): void => {
      if (what === "storage is away") away = is;
      else hears = !is;
    };
    it(`doesn't while ${what}, and must stay quiet for its whole time again`, async () => {
      set(true);
      expect(await resolvedAfter(10 * MINUTE_MS)).to.equal(undefined);
      set(false);
      expect(await resolvedAfter(HOUR_MS)).to.be.at.least(MINUTE_MS);
    });
  }
});
