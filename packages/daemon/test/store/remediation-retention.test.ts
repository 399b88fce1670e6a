import { expect } from "chai";
import fc from "fast-check";
import { createActionStore, createUnits } from "../../src/app/wiring/incident-wiring.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { type ActionStatus, actionStatuses, isFinished } from "../../src/model/remediation.ts";
import type { Scope } from "../../src/model/scope.ts";
import type { StoredAction } from "../../src/remediate/actions/action-store.ts";
import { digestOf } from "../../src/remediate/actions/apply-action.ts";
import {
  type AuditRetention,
  createAuditRetention,
  DELETED_AT_ONCE_MAX,
} from "../../src/remediate/audit/audit-retention.ts";
import { type AuditVerdict, verifyAudit } from "../../src/remediate/audit/verify-audit.ts";
import { createAuditPages } from "../../src/store/remediation/audit-walk.ts";
import type { Database } from "../../src/store/sql/database.ts";
import { actionRow, changed, executed, given, insertAction } from "./audit-samples.ts";
import { type Fresh, onEachEngine } from "./engines.ts";
import { numbered } from "./queries.ts";
import { ACME, NOW, OTHER } from "./samples.ts";

type Row = Omit<StoredAction, "seq">;

onEachEngine("Retention of the audit log", (fresh) => {
  let store: Fresh;
  let database: Database;
  let retention: AuditRetention;
  before(async () => {
    store = await fresh();
    database = await store.openDatabase();
    retention = createAuditRetention(createUnits(database));
  });
  after(() => store.drop());

  let organizations = 0;
  let scope: Scope;
  beforeEach(() => {
    scope = { ...ACME, organizationId: `org-${++organizations}` };
  });

  const row = (more: Partial<StoredAction> = {}): Row => actionRow({ organizationId: scope.organizationId, ...more });
  const read = <Result>(sql: string): Promise<Result[]> =>
    database.reader.query(numbered(database.reader, sql), [scope.organizationId]) as Promise<Result[]>;
  const idsLeft = async (): Promise<string[]> =>
    (await read<{ id: string }>("select id from remediation_action where organization_id = ? order by id")).map(
      ({ id }) => id,
    );
  const verify = (): Promise<AuditVerdict> => verifyAudit(createAuditPages(database, digestOf), scope);
  const placesLeft = async (): Promise<number[]> =>
    (await read<{ seq: number }>("select seq from remediation_audit where organization_id = ? order by seq")).map(
      ({ seq }) => Number(seq),
    );

  it("takes what ended before the cutoff, with its job and what the log said of it", async () => {
    const old = row({ createdAt: NOW - 10 * DAY_MS });
    const recent = row({ createdAt: NOW - 10 * DAY_MS });
    const waiting = row({ createdAt: NOW - 10 * DAY_MS });
    await given(database, recent, old, waiting);
    await executed(database, old, NOW - 9 * DAY_MS);
    await executed(database, recent, NOW - DAY_MS);
    expect(await retention.deleteFinished(scope, NOW - 5 * DAY_MS, 100, NOW)).to.equal(1);
    expect(await idsLeft()).to.deep.equal([recent.id, waiting.id].sort());
    const jobs = await read<{ action_id: string }>("select action_id from remediation_job where organization_id = ?");
    expect(jobs.map(({ action_id }) => action_id)).to.deep.equal([recent.id]);
    const entries = await read<{ action_id: string; content: string | null }>(
      "select action_id, content from remediation_audit where organization_id = ?",
    );
    for (const { action_id, content } of entries) expect(content === null).to.equal(action_id === old.id);
    const last = await read<{ event: string; content: string }>(
      "select event, content from remediation_audit where organization_id = ? order by seq desc limit 1",
    );
    expect(last[0]?.event).to.equal("retention_enforced");
    expect(JSON.parse(last[0]?.content ?? "")).to.deep.include({
      cutoff: NOW - 5 * DAY_MS,
      deleted: 1,
      actions: [old.id],
    });
    expect((await verify()).broken).to.equal(undefined);
    expect(await retention.deleteFinished(scope, NOW - 5 * DAY_MS, 100, NOW)).to.equal(0);
  });

  it("keeps what a verification is waited for", async () => {
    const pending = row({ createdAt: NOW - 10 * DAY_MS });
    await given(database, pending);
    await executed(database, pending, NOW - 9 * DAY_MS);
    const fields = { verification: { status: "pending", checkedAt: null, reason: null }, verifyAt: NOW } as const;
    await changed(database, pending, { fields }, NOW - 9 * DAY_MS);
    expect(await retention.deleteFinished(scope, NOW, 100, NOW)).to.equal(0);
    expect(await idsLeft()).to.deep.equal([pending.id]);
  });

  it("cuts off the log's beginning, and says where it begins then", async () => {
    const rows = Array.from({ length: 3 }, () => row({ createdAt: NOW - 10 * DAY_MS }));
    await given(database, ...rows);
    const [first, second, third] = rows as [Row, Row, Row];
    await executed(database, first, NOW - 9 * DAY_MS);
    expect(await retention.deleteFinished(scope, NOW - DAY_MS, 100, NOW - DAY_MS)).to.equal(1);
    // The first entry, of the action that went; those of the two that wait come next.
    expect(await placesLeft()).to.deep.equal([2, 3, 4, 5, 6, 7]);
    for (const each of [second, third]) await executed(database, each, NOW - 8 * DAY_MS);
    expect(await retention.deleteFinished(scope, NOW - DAY_MS + 1, 100, NOW)).to.equal(2);
    const left = await placesLeft();
    expect(left).to.have.length(1);
    expect(await verify()).to.deep.include({ checked: 1, broken: undefined });
    await given(database, row());
    expect(await verify()).to.deep.include({ checked: 2, broken: undefined });
  });

  it("goes in bounded steps", async () => {
    await createUnits(database).run(scope.organizationId, async (unit) => {
      for (let index = 0; index < 2 * DELETED_AT_ONCE_MAX + 30; index++) {
        await insertAction(unit, row({ status: "REJECTED", createdAt: NOW - 10 * DAY_MS }));
      }
    });
    const deleted: number[] = [];
    do deleted.push(await retention.deleteFinished(scope, NOW, 1_000, NOW));
    while (deleted.at(-1) !== 0);
    expect(deleted).to.deep.equal([DELETED_AT_ONCE_MAX, DELETED_AT_ONCE_MAX, 30, 0]);
    expect(await retention.deleteFinished(scope, NOW, 5, NOW)).to.equal(0);
    expect((await verify()).broken).to.equal(undefined);
  });

  it("leaves other organizations alone", async () => {
    const mine = row({ status: "FAILED", createdAt: NOW - 10 * DAY_MS });
    const theirs = actionRow({ organizationId: "other", status: "FAILED", createdAt: NOW - 10 * DAY_MS });
    await given(database, mine, theirs);
    expect(await retention.deleteFinished(scope, NOW, 100, NOW)).to.equal(1);
    expect((await createActionStore(database).get(OTHER, theirs.id)).id).to.equal(theirs.id);
    expect((await verifyAudit(createAuditPages(database, digestOf), OTHER)).broken).to.equal(undefined);
  });

  it("never takes an unfinished one or a recent one, whatever the clock and the retention", async function () {
    this.timeout(120_000);
    const action = fc.record({
      status: fc.constantFrom<ActionStatus>(...actionStatuses),
      age: fc.integer({ min: -2 * DAY_MS, max: 400 * DAY_MS }),
      pending: fc.boolean(),
      environment: fc.constantFrom(null, "production", "staging"),
    });
    const setting = fc.record({
      clock: fc.integer({ min: NOW - 300 * DAY_MS, max: NOW + 300 * DAY_MS }),
      retentionMs: fc.integer({ min: 0, max: 400 * DAY_MS }),
      most: fc.integer({ min: 1, max: 10 }),
      actions: fc.array(action, { minLength: 1, maxLength: 8 }),
    });
    // Each round is several transactions, which take longer over a connection.
    const settings = fc.sample(setting, database.kind === "sqlite" ? 1_000 : 200);
    for (const { clock, retentionMs, most, actions } of settings) {
      scope = { ...scope, organizationId: `org-${++organizations}` };
      const rows = actions.map(({ status, age, pending, environment }) =>
        row({ status, environment, createdAt: NOW - age, verifyAt: pending && status === "COMPLETED" ? NOW : null }),
      );
      await createUnits(database).run(scope.organizationId, async (unit) => {
        for (const each of rows) await insertAction(unit, each);
      });
      const cutoff = clock - retentionMs;
      const mayGo = rows.filter((each) => isFinished(each.status) && each.updatedAt < cutoff && each.verifyAt === null);
      const deleted = await retention.deleteFinished(scope, cutoff, most, clock);
      expect(deleted).to.equal(Math.min(most, mayGo.length));
      const left = await idsLeft();
      expect(left).to.have.length(rows.length - deleted);
      for (const { id } of rows.filter((each) => !mayGo.includes(each))) expect(left).to.include(id);
      const { all: tallies } = await createActionStore(database).tallies(scope, undefined);
      expect(Object.values(tallies).reduce((sum, count) => sum + count, 0)).to.equal(left.length);
      expect((await verify()).broken).to.equal(undefined);
    }
  });
});
