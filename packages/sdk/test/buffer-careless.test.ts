import { expect } from "chai";
import { type BufferOptions, type IngestBuffer, type LogEvent, Tocsin, type TocsinError } from "../src/index.ts";

/** Nothing that a program gets wrong may cost it more than a note. */
describe("a buffer in a careless program", () => {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => void unhandled.push(reason);
  before(() => process.on("unhandledRejection", collect));
  after(() => process.off("unhandledRejection", collect));
  afterEach(async () => {
    await new Promise(setImmediate);
    expect(unhandled.splice(0), "unhandled rejections").to.deep.equal([]);
  });

  let bodies: string[];
  let errors: TocsinError[];
  const taken = () => Response.json({ accepted: 1 }, { status: 202 });
  function open(options: BufferOptions = {}, answer: () => Response | Promise<Response> = taken): IngestBuffer {
    [bodies, errors] = [[], []];
    const answerTo: typeof fetch = async (_, init) => {
      bodies.push(String(init?.body));
      return answer();
    };
    const tocsin = new Tocsin({ fetch: answerTo });
    return tocsin.ingest.buffered({ flushOnExit: false, onError: (error) => errors.push(error), ...options });
  }
  const event: LogEvent = { service: "checkout", level: "info", message: "hello" };
  const metadataOf = async (metadata: object): Promise<Record<string, unknown>> => {
    const buffer = open();
    buffer.log({ ...event, metadata: metadata as NonNullable<LogEvent["metadata"]> });
    const { accepted } = await buffer.close();
    expect(accepted, errors[0]?.message).to.equal(1);
    return (JSON.parse(bodies[0] ?? "") as { metadata: Record<string, unknown> }[])[0]?.metadata ?? {};
  };

  it("takes parts of milliseconds for its times", async () => {
    const buffer = open({ timeoutMs: 1_500.5, flushMs: 0.5 + 1, closeTimeoutMs: 700.25 });
    buffer.log(event);
    expect((await buffer.close()).accepted).to.equal(1);
  });

  it("swallows what async hooks reject with", async () => {
    const fails = async () => {
      throw new Error("the program's own");
    };
    const buffer = open({ onError: fails, onDrop: fails }, () => new Response("", { status: 401 }));
    buffer.log(event);
    expect((await buffer.close()).dropped.out_of_time).to.equal(1);
  });

  it("goes on after a fetch that pays no heed to the signal", async () => {
    let stuck = true;
    const buffer = open({ timeoutMs: 5 }, () => (stuck ? new Promise<never>(() => {}) : taken()));
    buffer.log(event);
    expect(await buffer.flush({ timeoutMs: 50 })).to.equal(false);
    stuck = false;
    expect((await buffer.close()).accepted).to.equal(1);
    expect(errors[0]?.name).to.equal("TimeoutError");
  });

  it("writes what it can of metadata whose getters throw", async () => {
    const metadata = {
      order: 7,
      get user(): string {
        throw new Error("gone");
      },
    };
    expect(await metadataOf(metadata)).to.deep.equal({ order: 7, user: "(cannot be read)" });
  });

  it("cuts metadata off where the server would refuse it for its depth, and nowhere else", async () => {
    const nested = (levels: number): object => (levels === 1 ? { bottom: true } : { in: nested(levels - 1) });
    expect(await metadataOf(nested(32))).to.deep.equal(nested(32));
    expect(JSON.stringify(await metadataOf(nested(33)))).to.include("(nested too deeply)");
    const wide = { many: Array.from({ length: 100 }, (_, index) => ({ index })) };
    expect(await metadataOf(wide)).to.deep.equal(wide);
  });

  it("copies a bounded part of things that all know each other", async () => {
    // Written out, forty of these would be more than there are atoms.
    const people = Array.from({ length: 40 }, (_, index): Record<string, unknown> => ({ index }));
    for (const person of people) person["friends"] = [...people];
    const written = await metadataOf({ before: 1, people, after: 2 });
    expect(written).to.have.property("before", 1);
    expect(bodies[0]).to.include("(circular)").and.include("(too many values)");
    expect(bodies[0]?.length).to.be.lessThan(256 * 1024);
  });

  it("is told of the second outage too where events never cease", async () => {
    const statuses = [503, 202, 202, 503];
    const buffer: IngestBuffer = open({ batchEvents: 1 }, () => {
      // While each request is on its way another event comes, so that the buffer is never empty.
      if (statuses.length > 0) buffer.log(event);
      const status = statuses.shift() ?? 202;
      return Response.json({ accepted: 1 }, { status, headers: { "retry-after-ms": "0" } });
    });
    buffer.log(event);
    while (buffer.stats().pending > 0) await buffer.flush();
    expect(
      errors.map(({ status }) => status),
      errors.join(),
    ).to.deep.equal([503, 503]);
  });
});
