import { expect } from "chai";
import fc from "fast-check";
import {
  createCommitBatchStore,
  createFamilyStore,
  createIncidentStore,
} from "../../src/app/wiring/incident-wiring.ts";
import type { CorrelationRule } from "../../src/correlate/correlation-rule.ts";
import { changeStatus } from "../../src/incident/change-status.ts";
import { decideOpening } from "../../src/incident/decide-opening.ts";
import { openIncidents } from "../../src/incident/open-incident.ts";
import { unmerge } from "../../src/incident/unmerge.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";
import type { Candidate } from "../../src/model/candidate.ts";
import { type Incident, incidentStatuses, isMoreSevere, isOver } from "../../src/model/incident.ts";
import type { Scope } from "../../src/model/scope.ts";
import { correlationDecisionTable, type DecisionRow } from "../../src/store/correlation/correlation-tables.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { candidate, incident, NOW, round } from "../store/samples.ts";
import { resolveQuiet, resolvingAt } from "../support/listening.ts";
import { allIncidents, plainVerdict, type Traits, traits } from "./history.ts";

export const place = fc.nat({ max: 30 });

export const step = fc.record({
  minutes: fc.constantFrom(0, 0, 0.25, 3, 20),
  what: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("open" as const), traits }) },
    {
      weight: 7,
      arbitrary: fc.record({
        kind: fc.constant("signal" as const),
        traits,
        observations: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant("move" as const), place, status: fc.constantFrom(...incidentStatuses) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("unmerge" as const), place }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("quiet" as const) }) },
  ),
});

export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A history of one organization, with what should come of it kept beside it. */
export class History {
  readonly scope: Scope;
  private readonly database: Database;
  private readonly rules: readonly CorrelationRule[];
  private now = NOW;
  /** What was observed of an incident itself. */
  private readonly own = new Map<string, number>();
  private readonly opened = new Set<string>();
  private suppressed = 0;

  constructor(database: Database, scope: Scope, rules: readonly CorrelationRule[]) {
    this.database = database;
    this.scope = scope;
    this.rules = rules;
  }

  async take({ minutes, what }: Step): Promise<void> {
    this.now += minutes * MINUTE_MS;
    const clock = { now: () => this.now };
    const incidents = createIncidentStore(this.database, clock);
    const before = await allIncidents(this.database, this.scope);
    const eligible = what.kind === "unmerge" ? before.filter((each) => each.parentIncidentId !== null) : before;
    const chosen = "place" in what ? eligible[what.place % Math.max(1, eligible.length)] : undefined;
    if (what.kind === "open") await this.open(what.traits, before);
    else if (what.kind === "signal") await this.signal(what.traits, what.observations, before);
    else if (what.kind === "quiet") {
      await resolveQuiet(this.database, this.now, 100, resolvingAt(this.now));
    } else if (chosen && what.kind === "move") {
      await changeStatus(incidents, this.scope, chosen.id, what.status, this.now);
    } else if (chosen) {
      await unmerge(createFamilyStore(this.database, clock), this.scope, chosen.id);
    }
    await this.holds();
  }

  private async open(given: Traits, before: readonly Incident[]): Promise<void> {
    const { organizationId } = this.scope;
    const times = { createdAt: this.now, updatedAt: this.now, lastSeenAt: this.now };
    const made = incident({ ...given, ...times, organizationId, primaryService: given.service });
    const decided = await this.decisions();
    const outcome = await createIncidentStore(this.database, { now: () => this.now }).create(this.scope, made, []);
    const [decision, ...others] = (await this.decisions()).slice(decided.length);
    expect(others).to.deep.equal([]);
    this.explains(decision as DecisionRow, made, before);
    expect(outcome.outcome === "suppressed").to.equal(decision?.action === "suppress");
    expect(decision?.incidentId).to.equal(made.id);
  }

  private async signal(given: Traits, observations: number, before: readonly Incident[]): Promise<void> {
    const sent = this.candidateOf(given, observations);
    const latest = before.find(({ deduplicationKey }) => deduplicationKey === sent.deduplicationKey);
    const parent = before.find(({ id }) => id === latest?.parentIncidentId);
    const isParentOver = parent !== undefined && isOver(parent.status);
    const { outcome } = decideOpening(sent, latest, this.now, { isParentOver });
    const decided = await this.decisions();
    await createCommitBatchStore(this.database).commit(round({ candidates: [sent] }), openIncidents, this.now);
    const after = await this.decisions();
    const added = after.slice(decided.length);
    const repeated = after.find(({ repeats }, index) => repeats !== (decided[index]?.repeats ?? 0));
    if (outcome !== "open") {
      expect([added, repeated]).to.deep.equal([[], undefined]);
      if (latest && outcome !== "settled") this.own.set(latest.id, (this.own.get(latest.id) ?? 0) + observations);
      return;
    }
    const decision = added[0] ?? repeated;
    this.explains(decision as DecisionRow, { ...given, primaryService: given.service, createdAt: this.now }, before);
  }

  private candidateOf(given: Traits, observations: number): Candidate {
    const { organizationId } = this.scope;
    const deduplicationKey = `${given.service} ${given.signalType}`;
    const observedAt = this.now;
    return candidate({
      ...given,
      organizationId,
      deduplicationKey,
      observations,
      observedAt,
      resolveAfterMs: 15 * MINUTE_MS,
    });
  }

  /** The ledger says what a plain look at all incidents says. */
  private explains(
    decision: DecisionRow,
    opening: Pick<Incident, "primaryService" | "severity" | "signalType" | "createdAt">,
    before: readonly Incident[],
  ): void {
    const { gapMinutes, ...plain } = plainVerdict(opening, this.rules, before);
    const { headId: _head, ...expected } = { headId: "", ...plain };
    expect(decision).to.deep.include(expected);
    if (decision.repeats === 0) expect(decision.gapMinutes).to.equal(gapMinutes);
    if (decision.action === "suppress") this.suppressed++;
    else this.opened.add(decision.incidentId as string);
  }

  private decisions(): Promise<DecisionRow[]> {
    const { organizationId } = this.scope;
    return this.database.reader.find(correlationDecisionTable, { where: { organizationId }, order: { seq: "ASC" } });
  }

  private async holds(): Promise<void> {
    const all = await allIncidents(this.database, this.scope);
    const byId = new Map(all.map((each) => [each.id, each]));
    expect(new Set(byId.keys()), "none is lost, and none comes from nowhere").to.deep.equal(this.opened);
    for (const each of all) {
      const children = all.filter(({ parentIncidentId }) => parentIncidentId === each.id);
      const shares = children.reduce((sum, { duplicateCount }) => sum + 1 + duplicateCount, 0);
      expect(each.duplicateCount, "own observations and children").to.equal((this.own.get(each.id) ?? 0) + shares);
      if (each.parentIncidentId === null) continue;
      const parent = byId.get(each.parentIncidentId) as Incident;
      expect(children, "a child has no children").to.deep.equal([]);
      expect(parent.parentIncidentId, "a parent has no parent").to.equal(null);
      expect(isOver(parent.status) && !isOver(each.status), "an open child under a parent that is over").to.equal(
        false,
      );
      const isHidden = !isOver(each.status) && isMoreSevere(each.severity, parent.severity);
      expect(isHidden, "a more severe open child that doesn't show").to.equal(false);
    }
    const decisions = await this.decisions();
    const suppressed = decisions.filter(({ action }) => action === "suppress");
    expect(suppressed.reduce((sum, { repeats }) => sum + 1 + repeats, 0)).to.equal(this.suppressed);
    const grouped = decisions.filter(({ action }) => action === "group");
    for (const { incidentId, relatedIncidentId } of grouped) {
      const groups = [incidentId, relatedIncidentId].map((id) => byId.get(id as string)?.groupId);
      expect(groups[0]).to.be.a("string").and.equal(groups[1]);
    }
  }

  /** What is counted and listed is what is there. */
  async isListed(): Promise<void> {
    const all = (await allIncidents(this.database, this.scope)).filter(
      ({ parentIncidentId }) => parentIncidentId === null,
    );
    const incidents = createIncidentStore(this.database, { now: () => this.now });
    const page = await incidents.list(this.scope, { deduplicated: true, sortBy: "recency", limit: 100 });
    expect(page.incidents.map(({ id }) => id)).to.deep.equal(all.map(({ id }) => id));
    expect(page.total).to.equal(all.length);
  }
}
