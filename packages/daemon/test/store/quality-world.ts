import {
  createCommitBatchStore,
  createFeedbackStore,
  createIncidentStore,
  createUnits,
} from "../../src/app/wiring/incident-wiring.ts";
import { setMode } from "../../src/detect/quality/set-rule-mode.ts";
import type { JudgedShadowOpening } from "../../src/detect/quality/shadow-openings.ts";
import type { RuleMode } from "../../src/detect/rules/rule.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { giveFeedback } from "../../src/incident/feedback.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import type { FeedbackVerdict } from "../../src/model/feedback.ts";
import type { Incident, IncidentStatus } from "../../src/model/incident.ts";
import type { Scope } from "../../src/model/scope.ts";
import { createMeasureStore } from "../../src/store/detection/rule-measures.ts";
import { createModeStore } from "../../src/store/detection/rule-mode-store.ts";
import { createShadowStore } from "../../src/store/detection/shadow-store.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { builtInRules as rules } from "../detect/support.ts";
import type { Fresh, onEachEngine } from "./engines.ts";
import { ACME, candidate, NOW, round } from "./samples.ts";

export const BURST = "log-error-burst";
export const FATAL = "log-fatal";
export const ann: Scope = { ...ACME, actor: "Ann" };

type MakeFresh = Parameters<Parameters<typeof onEachEngine>[1]>[0];

const storesOf = (database: Database, now: () => number) => ({
  database,
  incidents: createIncidentStore(database, { now }),
  feedback: createFeedbackStore(database),
  measures: createMeasureStore(database),
  modes: createModeStore(database, createUnits(database)),
  shadows: createShadowStore(database),
});

/** An organization whose rules are measured, on an empty database and a clock for each test of the calling suite. */
export function qualityWorld(fresh: MakeFresh) {
  let store: Fresh;
  const world = { now: NOW } as { now: number } & ReturnType<typeof storesOf>;
  beforeEach(async () => {
    world.now = NOW;
    store = await fresh();
    Object.assign(
      world,
      storesOf(await store.openDatabase(), () => world.now),
    );
  });
  afterEach(() => store.drop());

  const commit = (given: Partial<Candidate>, options?: Parameters<typeof createCommitBatchStore>[1]) =>
    createCommitBatchStore(world.database, options).commit(
      round({ candidates: [candidate({ observedAt: world.now, ...given })] }),
      openIncidents,
      world.now,
    );
  const all = async (scope: Scope = ACME): Promise<readonly Incident[]> =>
    (await world.incidents.list(scope, { deduplicated: false, sortBy: "recency", limit: 200 })).incidents;
  /** Opens an incident of its own. */
  const open = async (deduplicationKey: string, given: Partial<Candidate> = {}): Promise<Incident> => {
    await commit({ deduplicationKey, ...given });
    return (await all()).find((each) => each.deduplicationKey === deduplicationKey) as Incident;
  };
  const say = (id: string, verdict: FeedbackVerdict, person = "ann", note: string | null = null) =>
    giveFeedback(world.feedback, { ...ACME, actor: person }, id, { person, verdict, note }, world.now);
  const move = (id: string, status: IncidentStatus) => changeStatus(world.incidents, ann, id, status, world.now);
  const worth = async (ruleId = BURST): Promise<string> => {
    const { opened, useful, noise } = await world.measures.opened(ACME, ruleId, 0);
    return `${opened} opened, ${useful} useful, ${noise} noise`;
  };
  const setTo = (ruleId: string, mode: RuleMode | null, reason = "tried out") =>
    setMode({ rules, modes: world.modes, measures: world.measures }, ann, ruleId, { mode, reason }, world.now);
  const listed = async (scope: Scope = ACME): Promise<readonly JudgedShadowOpening[]> =>
    (await world.shadows.list(scope, { limit: 100 })).openings;
  return { world, commit, all, open, say, move, worth, setTo, listed };
}
