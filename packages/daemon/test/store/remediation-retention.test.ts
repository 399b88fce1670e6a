import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { changed, executed, given } from "./audit-samples.ts";
import { onEachEngine } from "./engines.ts";
import { type Row, retentionWorld } from "./retention-world.ts";
import { NOW } from "./samples.ts";

onEachEngine("Retention of the audit log", (fresh) => {
  const world = retentionWorld(fresh);

  it("takes what ended before the cutoff, with its job and what the log said of it", async () => {
    const old = world.row({ createdAt: NOW - 10 * DAY_MS });
    const recent = world.row({ createdAt: NOW - 10 * DAY_MS });
    const waiting = world.row({ createdAt: NOW - 10 * DAY_MS });
    await given(world.database, recent, old, waiting);
    await executed(world.database, old, NOW - 9 * DAY_MS);
    await executed(world.database, recent, NOW - DAY_MS);
    expect(await world.retention.deleteFinished(world.scope, NOW - 5 * DAY_MS, 100, NOW)).to.equal(1);
    expect(await world.idsLeft()).to.deep.equal([recent.id, waiting.id].sort());
    const jobs = await world.read<{ action_id: string }>(
      "select action_id from remediation_job where organization_id = ?",
    );
    expect(jobs.map(({ action_id }) => action_id)).to.deep.equal([recent.id]);
    const entries = await world.read<{ action_id: string; content: string | null }>(
      "select action_id, content from remediation_audit where organization_id = ?",
    );
    for (const { action_id, content } of entries) expect(content === null).to.equal(action_id === old.id);
    const last = await world.read<{ event: string; content: string }>(
      "select event, content from remediation_audit where organization_id = ? order by seq desc limit 1",
    );
    expect(last[0]?.event).to.equal("retention_enforced");
    expect(JSON.parse(last[0]?.content ?? "")).to.deep.include({
      cutoff: NOW - 5 * DAY_MS,
      deleted: 1,
      actions: [old.id],
    });
    expect((await world.verify()).broken).to.equal(undefined);
    expect(await world.retention.deleteFinished(world.scope, NOW - 5 * DAY_MS, 100, NOW)).to.equal(0);
  });

  it("keeps what a verification is waited for", async () => {
    const pending = world.row({ createdAt: NOW - 10 * DAY_MS });
    await given(world.database, pending);
    await executed(world.database, pending, NOW - 9 * DAY_MS);
    const fields = { verification: { status: "pending", checkedAt: null, reason: null }, verifyAt: NOW } as const;
    await changed(world.database, pending, { fields }, NOW - 9 * DAY_MS);
    expect(await world.retention.deleteFinished(world.scope, NOW, 100, NOW)).to.equal(0);
    expect(await world.idsLeft()).to.deep.equal([pending.id]);
  });

  it("cuts off the log's beginning, and says where it begins then", async () => {
    const rows = Array.from({ length: 3 }, () => world.row({ createdAt: NOW - 10 * DAY_MS }));
    await given(world.database, ...rows);
    const [first, second, third] = rows as [Row, Row, Row];
    await executed(world.database, first, NOW - 9 * DAY_MS);
    expect(await world.retention.deleteFinished(world.scope, NOW - DAY_MS, 100, NOW - DAY_MS)).to.equal(1);
    // The first entry, of the action that went; those of the two that wait come next.
    expect(await world.placesLeft()).to.deep.equal([2, 3, 4, 5, 6, 7]);
    for (const each of [second, third]) await executed(world.database, each, NOW - 8 * DAY_MS);
    expect(await world.retention.deleteFinished(world.scope, NOW - DAY_MS + 1, 100, NOW)).to.equal(2);
    const left = await world.placesLeft();
    expect(left).to.have.length(1);
    expect(await world.verify()).to.deep.include({ checked: 1, broken: undefined });
    await given(world.database, world.row());
    expect(await world.verify()).to.deep.include({ checked: 2, broken: undefined });
  });
});
