import { expect } from "chai";
import { auditHeadTasks } from "../../src/app/wiring/audit-log-wiring.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import type { Logger } from "../../src/kernel/logger.ts";
import { createHeadPublisher, HEADS_AT_ONCE_MAX, type LogHead } from "../../src/remediate/audit/publish-audit-heads.ts";
import { actionRow, given } from "../store/audit-samples.ts";
import { onEachEngine } from "../store/engines.ts";
import { startReceiver } from "../support/receiver.ts";

const head = (organizationId: string, seq: number): LogHead => ({ organizationId, seq, hash: `hash of ${seq}` });

describe("Heads of audit logs", () => {
  let now = 0;
  let logs: LogHead[] = [];
  let published: LogHead[] = [];
  const back: unknown[] = [];
  const teller = (tell: (heads: readonly LogHead[]) => void = (heads) => void published.push(...heads)) =>
    createHeadPublisher({
      heads: async (after, most) => logs.filter(({ organizationId }) => organizationId > after).slice(0, most),
      tell,
      movedBack: (...moved) => back.push(moved),
      clock: { now: () => now },
    });
  beforeEach(() => {
    [now, logs, published] = [0, [head("acme", 3), head("shop", 1)], []];
    back.length = 0;
  });

  it("are told when they moved, and each of them once a day", async () => {
    const run = teller();
    await run();
    await run();
    expect(published).to.deep.equal([head("acme", 3), head("shop", 1)]);
    logs = [head("acme", 4), head("shop", 1)];
    now = DAY_MS - 1;
    await run();
    expect(published.slice(2)).to.deep.equal([head("acme", 4)]);
    now = DAY_MS;
    await run();
    expect(published.slice(3)).to.deep.equal([head("shop", 1)]);
    expect(back).to.deep.equal([]);
  });

  it("are named where they moved back", async () => {
    const run = teller();
    await run();
    logs = [head("acme", 2), head("shop", 1)];
    await run();
    expect(back).to.deep.equal([[head("acme", 2), { seq: 3, hash: "hash of 3", at: 0 }]]);
    expect(published.at(-1)).to.deep.equal(head("acme", 2));
  });

  it("are named once where their log is gone", async () => {
    const run = teller();
    await run();
    logs = [head("shop", 1)];
    await run();
    await run();
    const gone = { organizationId: "acme", seq: 0, hash: "0".repeat(64) };
    expect(back).to.deep.equal([[gone, { seq: 3, hash: "hash of 3", at: 0 }]]);
  });

  it("are told again where telling failed", async () => {
    let isAway = true;
    const run = teller((heads) => {
      if (isAway) throw new Error("away");
      published.push(...heads);
    });
    expect(await run().catch((error: Error) => error.message)).to.equal("away");
    isAway = false;
    await run();
    expect(published).to.have.lengthOf(2);
  });

  it("are read page by page, and told in messages of bounded size", async () => {
    logs = Array.from({ length: 2 * HEADS_AT_ONCE_MAX + 1 }, (_, index) =>
      head(`org-${String(index).padStart(5, "0")}`, 1),
    );
    const sizes: number[] = [];
    await teller((heads) => void sizes.push(heads.length))();
    expect(sizes).to.deep.equal([HEADS_AT_ONCE_MAX, HEADS_AT_ONCE_MAX, 1]);
  });
});

onEachEngine("Heads of stored audit logs", (fresh) => {
  it("leave the machine in log lines and to the address that is set, in words that a chat shows", async () => {
    const store = await fresh();
    const receiver = await startReceiver();
    try {
      const database = await store.openDatabase();
      await given(database, actionRow(), actionRow(), actionRow({ organizationId: "shop" }));
      const lines: [string, unknown][] = [];
      const logger: Logger = {
        debug: () => undefined,
        info: (message, fields) => void lines.push([message, fields]),
        warn: () => undefined,
        error: () => undefined,
      };
      const url = `${receiver.url}/heads`;
      for (const { run } of auditHeadTasks({ auditHeadUrl: url }, database, logger, new AbortController().signal))
        await run();
      const rows = (await database.reader.query("select organization_id, hash from remediation_audit_head")) as {
        organization_id: string;
        hash: string;
      }[];
      const hashOf = (organization: string) => rows.find((row) => row.organization_id === organization)?.hash as string;
      const heads = [
        { organizationId: "acme", seq: 2, hash: hashOf("acme") },
        { organizationId: "shop", seq: 1, hash: hashOf("shop") },
      ];
      expect(lines).to.deep.equal(heads.map((each) => ["Audit log head", each]));
      expect(receiver.received).to.have.lengthOf(1);
      const body = JSON.parse(receiver.received[0]?.text as string) as Record<string, unknown>;
      expect(body).to.deep.include({ type: "audit_heads", heads });
      expect(body["text"]).to.equal(`Audit log of acme: 2 ${hashOf("acme")}\nAudit log of shop: 1 ${hashOf("shop")}`);
      expect(
        auditHeadTasks({ auditHeadUrl: undefined }, database, logger, new AbortController().signal),
      ).to.have.lengthOf(1);
    } finally {
      await receiver.close();
      await store.drop();
    }
  });
});
