import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { probeTasks } from "../../src/app/wiring/probe-wiring.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { randomId } from "../../src/kernel/ids.ts";
import type { ToolRun } from "../../src/model/diagnostic-tool.ts";
import { TOOL_RUNS_KEPT_MS } from "../../src/model/record-limits.ts";
import { toFinishedRun } from "../../src/probe/outcome.ts";
import { OUTPUT_FOLDERS, type OutputFiles } from "../../src/probe/output-files.ts";
import type { ToolRunStore, ToolRunUpkeep } from "../../src/probe/tool-runs.ts";
import { createOutputFiles } from "../../src/store/probes/probe-output-files.ts";
import { createToolRunUpkeep } from "../../src/store/probes/probe-retention.ts";
import { createToolRunStore } from "../../src/store/probes/tool-run-store.ts";
import { type Fresh, onEachEngine } from "../store/engines.ts";
import { ACME, incident } from "../store/samples.ts";

const FOLDERS_A_RUN = 16;

onEachEngine("What becomes of tool runs with time", (fresh) => {
  let store: Fresh;
  let directory: string;
  let runs: ToolRunStore & ToolRunUpkeep;
  let outputs: OutputFiles;
  const about = incident();
  let now = Date.now();
  beforeEach(async () => {
    now = Date.now();
    store = await fresh();
    directory = mkdtempSync(join(tmpdir(), "tocsin-test-outputs-"));
    const database = await store.openDatabase();
    await createIncidentStore(database, { now: () => now }).create(ACME, about, []);
    runs = { ...createToolRunStore(database, createUnits(database)), ...createToolRunUpkeep(database) };
    outputs = createOutputFiles(directory);
  });
  afterEach(async () => {
    await store.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Each task as often as it takes to go through all folders. */
  async function timeGoesBy(): Promise<void> {
    const config = { probeSeconds: 15, probeRetentionDays: 30 };
    const tasks = probeTasks({ runs, outputs, config, clock: { now: () => now } });
    for (let n = 0; n < OUTPUT_FOLDERS / FOLDERS_A_RUN; n++) for (const task of tasks) await task.run();
  }

  async function over(text: string, startedAt: number): Promise<ToolRun> {
    const outputRef = await outputs.keep(text);
    utimesSync(join(directory, outputRef.slice(0, 2), outputRef), startedAt / SECOND_MS, startedAt / SECOND_MS);
    const run: ToolRun = {
      id: randomId(),
      organizationId: "acme",
      incidentId: about.id,
      tool: { type: "describePod", namespace: "default", pod: "checkout-1" },
      provider: "kubernetes",
      status: "running",
      summary: "",
      keyPatterns: [],
      outputRef: null,
      truncated: false,
      startedBy: "Grace",
      startedAt,
      completedAt: null,
      error: null,
    };
    await runs.begin(ACME, run, 100);
    const ended: ToolRun = { ...run, status: "success", summary: "fine", outputRef, completedAt: startedAt + 1 };
    await runs.finish(ACME, toFinishedRun(ended, text));
    return ended;
  }
  const isKept = async (ref: string | null): Promise<boolean> => {
    const output = await outputs.open(ref ?? "");
    output?.content.destroy();
    return output !== undefined;
  };

  it("outputs go after the days that are set, files with them, and runs much later", async () => {
    const old = await over("old", now - 31 * DAY_MS);
    const young = await over("young", now - 29 * DAY_MS);
    await timeGoesBy();
    expect(await runs.get(ACME, about.id, old.id)).to.include({ outputRef: null, preview: null, summary: "fine" });
    expect(await runs.get(ACME, about.id, young.id)).to.include({ outputRef: young.outputRef, preview: "young" });
    expect([await isKept(old.outputRef), await isKept(young.outputRef)]).to.deep.equal([false, true]);
    now += TOOL_RUNS_KEPT_MS - 30 * DAY_MS;
    await timeGoesBy();
    const left = await runs.list(ACME, about.id, { limit: 10 });
    expect(left.map(({ id, outputRef }) => [id, outputRef])).to.deep.equal([[young.id, null]]);
    expect(await isKept(young.outputRef)).to.equal(false);
  });

  it("a file stays as long as one of its runs is young, and while its run isn't stored yet", async () => {
    const old = await over("the same", now - 40 * DAY_MS);
    await over("the same", now - DAY_MS);
    const fresh = await outputs.keep("of a run that has just ended");
    await timeGoesBy();
    expect([await isKept(old.outputRef), await isKept(fresh)]).to.deep.equal([true, true]);
    now += 2 * HOUR_MS;
    await timeGoesBy();
    expect([await isKept(old.outputRef), await isKept(fresh)]).to.deep.equal([true, false]);
  });
});
