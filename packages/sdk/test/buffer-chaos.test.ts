import { expect } from "chai";
import type { LogEvent } from "../src/index.ts";
import { IngestBuffer } from "../src/ingest/buffer.ts";

/** Numbers from 0 to 1, the same ones for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/**
 * A server as Tocsin is: it does what comes with one key once, and refuses a batch with a poisonous event as a whole.
 * Beside that it fails however it likes, also after it did its work.
 */
function moodyServer(random: () => number) {
  const stored: string[] = [];
  const known = new Map<string, string>();
  const answer = (status: number, body: object, headers = {}) =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
  const take = (key: string, body: string): Response => {
    if (known.has(key)) expect(known.get(key), "the same batch under the same key").to.equal(body);
    const messages = (JSON.parse(body) as LogEvent[]).map(({ message }) => message);
    const poison = messages.findIndex((message) => message.startsWith("poison"));
    if (poison >= 0) {
      const details = random() < 0.5 ? [{ path: `/${poison}/message`, message: "is poisonous" }] : [];
      return answer(400, { statusCode: 400, error: "Bad Request", message: "No.", details });
    }
    const bad = messages.filter((message) => message.startsWith("bad"));
    if (!known.has(key)) stored.push(...messages.filter((message) => !bad.includes(message)));
    known.set(key, body);
    return answer(202, { accepted: messages.length - bad.length, rejected: bad.length });
  };
  const fetch = async (_url: unknown, init: RequestInit | undefined): Promise<Response> => {
    const key = new Headers(init?.headers).get("idempotency-key") ?? expect.fail("a batch without a key");
    const mood = random();
    if (mood < 0.15) throw new TypeError("fetch failed");
    if (mood < 0.25) return answer(503, {}, random() < 0.5 ? { "retry-after": "2" } : {});
    if (mood < 0.3) return answer(401, {});
    const done = take(key, String(init?.body));
    if (mood < 0.45) throw new TypeError("the answer got lost");
    if (mood < 0.5) return answer(502, {});
    return done;
  };
  return { stored, fetch: fetch as typeof globalThis.fetch };
}

describe("a buffer before a server that fails however it likes", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    it(`stores each good event once and in order, and knows what became of all (seed ${seed})`, async () => {
      const random = numbersFrom(seed);
      const server = moodyServer(random);
      const dropped: string[] = [];
      const buffer = new IngestBuffer(
        {
          url: "http://127.0.0.1:7071",
          headers: {},
          fetch: server.fetch,
          random,
          now: Date.now,
          tick: () => 0,
          after: (ms, callback, held) => {
            const timer = setTimeout(callback, held ? ms : 0);
            return () => clearTimeout(timer);
          },
        },
        {
          batchEvents: 7,
          maxEvents: 60,
          dropWhenFull: random() < 0.5 ? "oldest" : "newest",
          flushOnExit: false,
          onError: () => {},
          onDrop: (events) => dropped.push(...(events as LogEvent[]).map(({ message }) => message)),
        },
      );
      const good: string[] = [];
      let refused = 0;
      for (let index = 0; index < 300; index += 1) {
        const kind = random() < 0.05 ? "poison" : random() < 0.1 ? "bad" : "good";
        const message = `${kind} ${index}`;
        buffer.log({ service: "checkout", level: "info", message });
        if (kind === "good") good.push(message);
        else refused += 1;
        if (random() < 0.1) await new Promise((resolve) => setImmediate(resolve));
        const { given, accepted, rejected, pending, dropped: lost } = buffer.stats();
        expect(accepted + rejected + pending + lost.full).to.equal(given);
      }
      while (buffer.stats().pending > 0) await buffer.flush();
      expect(server.stored).to.deep.equal(good.filter((message) => !dropped.includes(message)));
      const droppedBad = dropped.filter((message) => !message.startsWith("good")).length;
      expect(buffer.stats()).to.deep.include({
        accepted: server.stored.length,
        rejected: refused - droppedBad,
        bytes: 0,
      });
      await buffer.close();
    });
  }
});
