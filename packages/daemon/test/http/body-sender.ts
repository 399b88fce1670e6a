import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import {
  drained,
  type IngestOptions,
  ingest,
  type StoredEvent,
  search,
  startTestDaemon,
  stored,
  type TestDaemon,
} from "../support/daemon.ts";
import type { Answer } from "../support/request.ts";

/** The stores and helpers of the tests about bodies of telemetry. */
export function bodySender() {
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  const batch = (body: unknown, type = "application/json", path = "/events/logs/batch"): Promise<Answer> =>
    ingest(daemon, path, body, { headers: { "content-type": type } });
  const lines = (events: readonly unknown[], end = "\n"): string =>
    events.map((event) => JSON.stringify(event) + end).join("");

  /** Sends one event and answers how it is kept. */
  async function kept(event: unknown, options: IngestOptions & { path?: string } = {}): Promise<StoredEvent> {
    const { path = "/events/logs", ...rest } = options;
    const answer = await ingest(daemon, path, event, rest);
    expect(answer.status, answer.text).to.equal(202);
    return stored(daemon, answer.json<{ id: string }>().id);
  }

  async function accepts(answer: Answer, word: string, count: number): Promise<void> {
    expect(answer.status, answer.text).to.equal(202);
    conforms(answer, "sendLogs");
    expect(answer.json()).to.deep.equal({ accepted: count });
    await drained(daemon);
    expect(await search(daemon, { q: word })).to.have.lengthOf(count);
  }

  return {
    kept,
    accepts,
    batch,
    lines,
    get daemon() {
      return daemon;
    },
  };
}
