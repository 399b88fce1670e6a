import { createIncidentStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import type { IncidentStore } from "../../src/incident/store.ts";
import { randomId } from "../../src/kernel/ids.ts";
import type { DiagnosticTool, ToolRun } from "../../src/model/diagnostic-tool.ts";
import type { Incident } from "../../src/model/incident.ts";
import { toFinishedRun } from "../../src/probe/outcome.ts";
import type { ToolRunStore, ToolRunUpkeep } from "../../src/probe/tool-runs.ts";
import { createToolRunUpkeep } from "../../src/store/probes/probe-retention.ts";
import { createToolRunStore } from "../../src/store/probes/tool-run-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import type { Fresh, MakeFresh } from "./engines.ts";
import { ACME, incident, NOW } from "./samples.ts";

export const LOGS: DiagnosticTool = { type: "getPodLogs", namespace: "default", pod: "checkout-1", tailLines: 5 };
export const HEALTH: DiagnosticTool = { type: "checkHttpHealth", url: "https://checkout.example/" };
export const MANY = 1_000;

/** The stores and helpers of the tests about the store of tool runs. */
export function toolRunWorld(fresh: MakeFresh) {
  let store: Fresh;
  let database: Database;
  let runs: ToolRunStore & ToolRunUpkeep;
  let incidents: IncidentStore;
  let about: Incident;
  beforeEach(async () => {
    store = await fresh();
    database = await store.openDatabase();
    runs = { ...createToolRunStore(database, createUnits(database)), ...createToolRunUpkeep(database) };
    incidents = createIncidentStore(database, { now: () => NOW });
    about = await open();
  });
  afterEach(() => store.drop());

  const open = async (): Promise<Incident> => {
    const made = incident();
    await incidents.create(ACME, made, []);
    return made;
  };
  const run = (given: Partial<ToolRun> = {}): ToolRun => ({
    id: randomId(),
    organizationId: "acme",
    incidentId: about.id,
    tool: LOGS,
    provider: given.tool === HEALTH ? "http" : "kubernetes",
    status: "running",
    summary: "",
    keyPatterns: [],
    outputRef: null,
    truncated: false,
    startedBy: "Grace",
    startedAt: NOW,
    completedAt: null,
    error: null,
    ...given,
  });
  const begin = async (given: Partial<ToolRun> = {}): Promise<ToolRun> => {
    const begun = run(given);
    await runs.begin(ACME, begun, MANY);
    return begun;
  };
  const over = async (given: Partial<ToolRun> = {}): Promise<ToolRun> => {
    const begun = await begin({ ...given, status: "running" });
    const ended: ToolRun = {
      ...begun,
      status: "success",
      summary: "fine",
      keyPatterns: ["a <*> b"],
      completedAt: begun.startedAt + 5,
      ...given,
    };
    await runs.finish(ACME, toFinishedRun(ended, ended.outputRef === null ? null : "how it begins"));
    return ended;
  };
  const failing = (error: string, given: Partial<ToolRun> = {}): Promise<ToolRun> =>
    over({ status: "failed", summary: error, error, keyPatterns: [], ...given });
  const ids = (list: readonly ToolRun[]): string[] => list.map(({ id }) => id);

  return {
    over,
    begin,
    ids,
    failing,
    open,
    run,
    get runs() {
      return runs;
    },
    get about() {
      return about;
    },
    get incidents() {
      return incidents;
    },
    get database() {
      return database;
    },
  };
}
