import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { drained, ingest, search, startTestDaemon, temporaryFolder } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log, logs } from "../support/telemetry.ts";
import { waitFor } from "../support/wait.ts";

const KIB = 1024;

describe("a full queue", function () {
  this.timeout(30_000);

  it("answers 503 with whole seconds in Retry-After and stores nothing of it; it takes events again when it is emptied", async () => {
    const full = { TOCSIN_QUEUE_BYTES_MAX: String(1024 * KIB) };
    let daemon = await startTestDaemon({ ...full, TOCSIN_ROLES: "ingest" }, temporaryFolder());
    const padding = "x".repeat(2_000);
    const accepted: string[] = [];
    const refused: string[] = [];
    for (let index = 0; refused.length < 5 && index < 200; index++) {
      const word = `batch${index}`;
      const answer = await ingest(
        daemon,
        "/events/logs/batch",
        logs(20, () => ({ message: word, metadata: { padding } })),
      );
      conforms(answer, "sendLogs");
      if (answer.status === 202) accepted.push(word);
      else {
        refused.push(word);
        expect(answer.status).to.equal(503);
        expect(answer.headers.get("retry-after")).to.match(/^[1-9]\d?$/);
        expect(answer.json<ErrorBody>().message).to.contain("TOCSIN_QUEUE_BYTES_MAX");
      }
    }
    expect(refused).to.have.lengthOf(5);
    expect(accepted.length).to.be.within(5, 100);

    daemon = await daemon.restart(full);
    await waitFor(async () => (await ingest(daemon, "/events/logs", log({ message: "space again" }))).status === 202, {
      what: "space in the queue",
    });
    await drained(daemon);
    const found = new Set<string>();
    for (const word of [...accepted, ...refused])
      if ((await search(daemon, { q: word })).length === 20) found.add(word);
    expect([...found]).to.deep.equal(accepted);
    for (const word of refused) expect(await search(daemon, { q: word })).to.deep.equal([]);
    await daemon.stop();
  });
});
