import { expect } from "chai";
import { putEntry, setDependencies } from "../../src/catalog/change-catalog.ts";
import { COMMITS_MAX, DIFF_CHARS_MAX, FILES_MAX, NOTES_MAX } from "../../src/diagnose/gather/gathering-limits.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { createCatalogStore } from "../../src/store/catalog/catalog-store.ts";
import { onEachEngine } from "../store/engines.ts";
import { ACME, incident, log, NOW } from "../store/samples.ts";
import { at, deployment } from "./gather-support.ts";
import { gatheredIncident } from "./gathered-incident.ts";

onEachEngine("Changes that surround an incident", (fresh) => {
  const world = gatheredIncident(fresh);

  it("takes the catalog's word for who calls whom before that of messages", async () => {
    const catalog = createCatalogStore(world.around.database);
    await setDependencies(catalog, ACME, "orders", ["checkout"], NOW - DAY_MS);
    await world.around.keep([log({ level: "error", message: "orders answered 500", timestamp: at(-3) })]);
    expect((await world.around.picture(incident())).calls).to.deep.equal([{ caller: "orders", callee: "checkout" }]);
  });

  it("tells of deployments with what their metadata says, secrets masked, and of edits of the catalog", async () => {
    const metadata = {
      build: 17,
      commitMessage: "Retry\u001b[2J twice",
      files: ["a.ts", "b.ts"],
      note: "password=hunter2",
    };
    const deployed = deployment({ timestamp: at(-70), gitHash: "9fceb02", metadata });
    await world.around.keep([deployed, deployment({ timestamp: at(-7 * 60) })]);
    await putEntry(
      createCatalogStore(world.around.database),
      ACME,
      "checkout",
      { ownerTeam: "pay", tier: "tier-0" },
      at(-30),
    );
    const { changes, omitted } = await world.around.picture(incident());
    expect(omitted).to.deep.equal([]);
    expect(changes.map(({ id }) => id)).to.deep.equal(["catalog:checkout", deployed.id]);
    expect(changes[1]).to.include({ kind: "deployment", what: "1.2.3", gitHash: "9fceb02", at: at(-70) });
    expect(changes[1]?.note).to.match(/^commitMessage: Retry \[2J twice; files: a.ts, b.ts; build: 17; /);
    expect(changes[1]?.note).not.to.contain("hunter2");
  });

  it("keeps room for the changes that may be the cause, whatever is deployed since, and says which it left out", async () => {
    const metadata = { commitMessage: "pool made smaller" };
    const many = (count: number, service: string, minutes: number) =>
      Array.from({ length: count }, (_, n) => deployment({ service, timestamp: at(minutes) + n, metadata }));
    const catalog = createCatalogStore(world.around.database);
    await setDependencies(catalog, ACME, "checkout", ["pay"], NOW - DAY_MS);
    const trigger = log({ level: "error", message: "no more", timestamp: at(-10) });
    const guilty = deployment({ timestamp: at(-20), metadata });
    await world.around.keep([trigger, guilty, ...many(60, "pay", -15), ...many(150, "checkout", -9)]);
    const noticed = incident({ triggeringEventId: trigger.id });
    const { changes, omitted } = await world.around.picture(noticed);
    expect(changes.find(({ id }) => id === guilty.id)?.note).to.contain("pool made smaller");
    expect(changes.filter(({ note }) => note !== "").length).to.equal(NOTES_MAX);
    expect(omitted.join()).to.contain(`read of ${NOTES_MAX} of them`).and.not.to.contain("the last 100");
    await world.around.keep(many(100, "pay", -14));
    expect((await world.around.picture(noticed)).omitted.join()).to.contain("the last 100");
  });

  it("reads the commits that a deployment brought, bounded, with secrets masked", async () => {
    const commits = [
      "no commit",
      ...Array.from({ length: 100 }, (_, index) => ({ id: `c${index}`, message: "tidy" })),
      {
        sha: "9fceb02",
        message: "Pool made smaller",
        modified: ["db.ts", 7],
        patch: `+password=hunter2\n${"+x\n".repeat(9000)}`,
      },
    ];
    await world.around.keep([deployment({ timestamp: at(-70), gitHash: "9fceb02", metadata: { commits } })]);
    const { changes } = await world.around.picture(incident());
    const last = changes[0]?.commits.at(-1);
    expect(changes[0]?.commits).to.have.length(COMMITS_MAX);
    expect(last).to.include({ sha: "9fceb02", message: "Pool made smaller", isDiffWhole: false, hasAllFiles: true });
    expect(changes[0]?.commits[0]).to.include({ isDiffWhole: true, hasAllFiles: true });
    expect(last?.files).to.deep.equal(["db.ts"]);
    expect(last?.diff).to.have.length.at.most(DIFF_CHARS_MAX).and.not.to.contain("hunter2");
  });

  it("knows apart what it cut of a commit: its files, its diff, or what grew too long where secrets are masked", async () => {
    const many = Array.from({ length: FILES_MAX + 1 }, (_, index) => `src/${index}.ts`);
    const secrets = "+password=hunter2\n".repeat(Math.floor(DIFF_CHARS_MAX / 18));
    const commits = [
      { sha: "renames", files: many, diff: "-a\n+b" },
      { sha: "secrets", files: ["a.ts"], diff: secrets },
    ];
    await world.around.keep([deployment({ timestamp: at(-70), metadata: { commits } })]);
    const { changes } = await world.around.picture(incident());
    expect(changes[0]?.commits[0]).to.include({ diff: "-a\n+b", isDiffWhole: true, hasAllFiles: false });
    expect(changes[0]?.commits[1]).to.include({ isDiffWhole: false, hasAllFiles: true });
  });
});
