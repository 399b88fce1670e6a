import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { IDEMPOTENCY_TTL_MS } from "../../src/model/request-limits.ts";
import { openEmbeddedQueue } from "../../src/store/queue/embedded-queue.ts";
import { startTestDaemon, temporaryFolder } from "../support/daemon.ts";
import { waitFor } from "../support/wait.ts";
import { batchOf } from "./harness.ts";
import { answerOf } from "./keys-samples.ts";

describe("Answers to Idempotency-Keys beside a broker", function () {
  this.timeout(20_000);
  const dataDir = temporaryFolder();
  const path = join(dataDir, "queue.db");
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it("are forgotten after a day, and so are claims that were left behind, also where the broker is away", async () => {
    const clock = { now: () => Date.now() };
    const old = Date.now() - IDEMPOTENCY_TTL_MS - 1;
    const queue = openEmbeddedQueue({ path, clock, bytesMax: 2 ** 30 });
    const batch = batchOf("one");
    const given = Array.from({ length: 9_000 }, (_, n) => answerOf(batch, { key: `old ${n}`, receivedAt: old }));
    await Promise.all(given.map((answer) => queue.append([], answer)));
    await Promise.all(given.map((answer) => queue.claim(answer)));
    await queue.append([], answerOf(batch, { key: "young", receivedAt: Date.now() }));
    await queue.claim(answerOf(batch, { key: "young claim", receivedAt: Date.now() }));
    queue.close();

    const settings = { TOCSIN_AMQP_URL: "amqp://127.0.0.1:1", TOCSIN_ROLES: "ingest,core" };
    const daemon = await startTestDaemon(settings, dataDir);
    const database = new Database(path, { readonly: true });
    const keys = (table: string): unknown[] =>
      database.prepare(`select key from ${table} where organization_id = 'acme'`).pluck().all();
    try {
      await waitFor(() => keys("answer").length === 1 && keys("claim").length === 1, { what: "old keys to be gone" });
      expect([...keys("answer"), ...keys("claim")]).to.deep.equal(["young", "young claim"]);
    } finally {
      database.close();
      await daemon.stop();
    }
  });
});
