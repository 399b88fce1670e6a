import { expect } from "chai";
import { core } from "../support/daemon.ts";
import { describeDaemonGroup } from "../support/daemon-group.ts";
import { startLoad } from "../support/load.ts";
import { compare, storedCounts } from "../support/stored-counts.ts";
import { waitFor } from "../support/wait.ts";

const SENDERS = 4;
const CUTTING_MS = 8_000;

describeDaemonGroup("two workers whose sessions in PostgreSQL are ended in a tight loop", (start, database) => {
  it("stay alive, lose and double nothing, and put no event with the dead letters", async () => {
    const accepting = await start("ingest,core");
    const workers = [await start("worker"), await start("worker")];
    const processes = [accepting, ...workers];
    const ended = Promise.race(processes.map((each) => each.exited.then((code) => ({ code, output: each.output() }))));
    let dead: { code: number | null; output: string } | undefined;
    void ended.then((result) => {
      dead = result;
    });

    const load = startLoad(SENDERS);
    load.target(accepting.ingest);
    await waitFor(() => load.acknowledged.size > 200, { within: 20_000, what: "events before" });
    let cut = 0;
    for (const until = performance.now() + CUTTING_MS; performance.now() < until; )
      cut += await database().cutSessions();
    load.target(undefined);
    await load.stop();
    expect(dead?.output.slice(-3_000), "a process ended").to.equal(undefined);
    expect(cut, "sessions that were ended").to.be.above(200);

    const result = (): Promise<{ missing: number; doubled: number }> =>
      storedCounts(accepting).then((counts) => compare(load.acknowledged, counts));
    await waitFor(async () => (await result()).missing === 0, { within: 90_000, what: "every event to be stored" });
    expect(await result()).to.deep.equal({ missing: 0, doubled: 0 });
    expect((await core(accepting, "/events/dead-letters")).json()).to.deep.equal([]);
    for (const { output } of processes) expect(output()).to.not.contain("looking for the event at fault");
    for (const each of processes) expect(await each.end("SIGTERM"), each.output().slice(-2_000)).to.equal(0);
  }).timeout(240_000);
});
