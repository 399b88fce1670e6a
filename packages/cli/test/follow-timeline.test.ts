import { ConnectionError, type TimelineEvent, type Tocsin } from "@tocsin/sdk";
import { expect } from "chai";
import { followTimeline } from "../src/wait/follow-timeline.ts";

const entry = (id: string) => ({ id }) as TimelineEvent;

/** A client that returns `reads` one after the other, and whose stream announces a change each time. */
function clientOf(reads: readonly (readonly TimelineEvent[] | Error)[]): Tocsin {
  let rung = Promise.withResolvers<void>();
  let count = 0;
  const incidents = {
    timelineEvents: async () => {
      const read = reads[Math.min(count, reads.length - 1)];
      count += 1;
      // Once the reader is queued again.
      setImmediate(() => rung.resolve());
      if (read instanceof Error) throw read;
      return read;
    },
    stream: async function* () {
      for (;;) {
        await rung.promise;
        rung = Promise.withResolvers();
        yield { type: "incident", incident: { id: "i" } };
      }
    },
  };
  return { incidents } as unknown as Tocsin;
}

async function first(count: number, client: Tocsin, notes: string[] = []): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of followTimeline(client, "i", (text) => notes.push(text))) {
    ids.push(id);
    if (ids.length === count) break;
  }
  return ids;
}

describe("following a timeline", () => {
  const [one, two, three] = [entry("1"), entry("2"), entry("3")];
  const outage = new ConnectionError("It refused the connection.", { reached: false });

  it("yields each entry once, in order", async () => {
    expect(await first(3, clientOf([[one], [one, two], [one, two], [one, two, three]]))).to.deep.equal(["1", "2", "3"]);
  });

  it("continues after an outage, and reports it once", async () => {
    const notes: string[] = [];
    expect(await first(2, clientOf([[one], outage, outage, [one, two]]), notes)).to.deep.equal(["1", "2"]);
    expect(notes).to.deep.equal(["It refused the connection. Retrying.", "Connected again."]);
  });

  it("fails if the first read fails, and for permanent errors", async () => {
    const failureOf = (client: Tocsin) => first(2, client).catch((error: unknown) => error);
    expect(await failureOf(clientOf([outage]))).to.equal(outage);
    const gone = new Error("There is nothing with this id.");
    expect(await failureOf(clientOf([[one], gone]))).to.equal(gone);
  });
});
