import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import { environmentNumber } from "../support/environment-number.ts";
import { hasPostgres } from "../support/postgres-server.ts";
import { hasRabbit } from "../support/rabbit.ts";
import { createRandom } from "../support/random.ts";
import { type Cluster, type Member, openCluster } from "./cluster.ts";

/** Faults in a run; many in `npm run test:faults`. */
const FAULTS = environmentNumber("TOCSIN_TEST_FAULTS", 6);
const SEED = environmentNumber("TOCSIN_TEST_SEED", 17);
const PAUSED_MS = 7_000;
const AWAY_MS = 3_000;
const FAULT_MS_MAX = 90_000;

/** Kills are the most frequent of them. */
const KINDS = (process.env["TOCSIN_TEST_FAULT_KINDS"] ?? "kill,kill,kill,kill,stop,pause,broker,database,cut").split(
  ",",
);

async function pause({ process }: Member): Promise<void> {
  globalThis.process.kill(process.pid, "SIGSTOP");
  await wait(PAUSED_MS);
  globalThis.process.kill(process.pid, "SIGCONT");
}

const missing = [hasRabbit() ? [] : "rabbitmq-server", hasPostgres() ? [] : "postgresql"].flat().join(" and ");

describe(`Two processes of each role${missing === "" ? "" : ` (pending: ${missing} is not installed)`}`, function () {
  this.timeout(FAULTS * FAULT_MS_MAX + 240_000);
  let cluster: Cluster | undefined;
  before(async function () {
    if (missing !== "") return this.skip();
    cluster = await openCluster();
  });
  after(() => cluster?.close());

  const cause = async (kind: string, member: Member, { postgres, rabbit }: Cluster): Promise<void> => {
    if (kind === "kill") await member.replace("SIGKILL");
    else if (kind === "stop") await member.replace("SIGTERM");
    else if (kind === "pause") await pause(member);
    else if (kind === "broker") {
      await rabbit.kill();
      await wait(AWAY_MS);
      await rabbit.start();
    } else if (kind === "database" || kind === "cut") {
      await postgres.crash();
      if (kind === "database") await wait(AWAY_MS);
      await postgres.start();
    } else throw new Error(`TOCSIN_TEST_FAULT_KINDS names an unknown kind: ${kind}`);
  };

  it(`lose, double and open nothing twice through ${FAULTS} faults (TOCSIN_TEST_SEED=${SEED})`, async () => {
    const all = cluster as Cluster;
    const random = createRandom(SEED);
    const counts = new Map<string, number>();
    await all.more(200);
    for (let fault = 0; fault < FAULTS; fault += 1) {
      const kind = random.pick(KINDS);
      const member = random.pick(all.members);
      const name = kind === "kill" || kind === "stop" || kind === "pause" ? `${kind} ${member.role}` : kind;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await all.raiseFaults();
      await cause(kind, member, all);
      await all.more(100);
      for (const { process } of all.members)
        expect(process.output(), "no process ended by itself").to.not.match(/thread ended/);
    }
    const outcome = await all.settle();
    const faults = [...counts].map(([name, times]) => `${times} × ${name}`).join(", ");
    console.log(`      ${JSON.stringify(outcome)} after ${faults}`);
    const { missing: lost, doubled, incidentsTwice, oddAnswers } = outcome;
    expect({ lost, doubled, incidentsTwice, oddAnswers }).to.deep.equal({
      lost: 0,
      doubled: 0,
      incidentsTwice: 0,
      oddAnswers: 0,
    });
  });
});
