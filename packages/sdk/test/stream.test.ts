import { expect } from "chai";
import {
  AuthenticationError,
  type ConnectionState,
  type FollowOptions,
  type IncidentMessage,
  Tocsin,
  TocsinError,
} from "../src/index.ts";
import {
  type Act,
  answers,
  hangs,
  refuses,
  resets,
  type ScriptedServer,
  scriptedServer,
  streams,
} from "./scripted-server.ts";

const incident = (id: number) => `id: ${id}\ndata: {"id":"i${id}"}\n\n`;

describe("stream", () => {
  let server: ScriptedServer;
  let delays: number[];
  let states: ConnectionState[];

  /** The first `count` messages of what the server plays. */
  async function take(count: number, acts: Act[], options: FollowOptions = {}): Promise<IncidentMessage[]> {
    server = await scriptedServer(...acts);
    delays = [];
    states = [];
    const client = new Tocsin({
      baseUrl: server.url,
      token: "T",
      wait: async (ms) => {
        delays.push(ms);
      },
    });
    const taken: IncidentMessage[] = [];
    for await (const message of client.incidents.stream({
      onConnectionChange: (state) => states.push(state),
      ...options,
    })) {
      taken.push(message);
      if (taken.length === count) break;
    }
    return taken;
  }
  afterEach(() => server?.close());

  it("tells incidents, diagnoses and resets apart, and passes over what it does not know", async () => {
    const text =
      ': hello\n\nid: 1\ndata: {"id":"a"}\n\nid: 2\nevent: diagnosis\ndata: {"incidentId":"a"}\n\nevent: later\ndata: x\n\nevent: reset\ndata: {"message":"gone"}\n\n';
    expect(await take(3, [streams(text)])).to.deep.equal([
      { type: "incident", id: "1", incident: { id: "a" } },
      { type: "diagnosis", id: "2", progress: { incidentId: "a" } },
      { type: "reset", id: undefined, reset: { message: "gone" } },
    ]);
    expect(server.seen[0]?.headers)
      .to.include({ authorization: "Bearer T", accept: "text/event-stream" })
      .and.not.to.have.property("last-event-id");
  });

  for (const [how, act] of Object.entries({
    "an orderly end": streams(incident(1), { end: true }),
    "a drop": streams(incident(1), { drop: true }),
  })) {
    it(`goes on after the last message when it reconnects after ${how}`, async () => {
      const messages = await take(2, [act, streams(incident(2))]);
      expect(messages.map(({ id }) => id)).to.deep.equal(["1", "2"]);
      expect(server.seen.map(({ headers }) => headers["last-event-id"])).to.deep.equal([undefined, "1"]);
      expect(delays).to.deep.equal([2_000]);
      expect(states.map(({ connected }) => connected)).to.deep.equal([true, false, true]);
    });
  }

  it("goes on from where it began when the connection breaks before the first message, and keeps that to itself", async () => {
    const ready = 'retry: 5\n\nid: 7\nevent: ready\ndata: {"lastEventId":"7"}\n\n';
    const messages = await take(1, [streams(ready, { end: true }), streams(incident(8))]);
    expect(messages.map(({ type, id }) => [type, id])).to.deep.equal([["incident", "8"]]);
    expect(server.seen.map(({ headers }) => headers["last-event-id"])).to.deep.equal([undefined, "7"]);
  });

  it("says of each connection whether it goes on after an id", async () => {
    const connections = () => states.map((state) => state.connected && state.resumed);
    await take(2, [streams("retry: 5\n\n", { end: true }), streams(incident(1), { end: true }), streams(incident(2))]);
    expect(connections()).to.deep.equal([false, false, false, false, true]);
    await server.close();
    await take(1, [streams(incident(8))], { lastEventId: "7" });
    expect(connections()).to.deep.equal([true]);
  });

  it("begins after the id that the caller gives", async () => {
    await take(1, [streams(incident(8))], { lastEventId: "7" });
    expect(server.seen[0]?.headers["last-event-id"]).to.equal("7");
  });

  it("honours retry:", async () => {
    await take(2, [streams(`retry: 123\n\n${incident(1)}`, { end: true }), streams(incident(2))]);
    expect(delays).to.deep.equal([123]);
  });

  it("drops half a message of a broken connection and gets it whole from the next", async () => {
    const messages = await take(2, [
      streams(`${incident(1)}id: 2\ndata: {"id":`, { drop: true }),
      streams(incident(2)),
    ]);
    expect(messages).to.have.length(2);
    expect(server.seen[1]?.headers["last-event-id"]).to.equal("1");
  });

  it("keeps trying, ever slower, while the server is away, and obeys Retry-After", async () => {
    await take(1, [resets, resets, refuses(503), refuses(429, { "retry-after": "9" }), streams(incident(1))]);
    expect(delays[0]).to.equal(2_000);
    expect(delays[1]).to.be.within(2_000, 4_000);
    expect(delays[2]).to.be.within(4_000, 8_000);
    expect(delays[3]).to.equal(9_000);
    expect(states.at(-1)).to.deep.equal({ connected: true, resumed: false });
  });

  it("takes a silent connection for a dead one", async () => {
    const messages = await take(2, [streams(incident(1)), streams(incident(2))], { idleTimeoutMs: 50 });
    expect(messages.map(({ id }) => id)).to.deep.equal(["1", "2"]);
    expect(states[1]).to.have.nested.property("error.name", "TimeoutError");
  });

  it("refuses a time that cannot be waited for, before it connects", async () => {
    for (const idleTimeoutMs of [2 ** 31, 0, Number.NaN]) {
      const failure = await take(1, [streams(incident(1))], { idleTimeoutMs }).catch((error: unknown) => error);
      expect(failure, String(idleTimeoutMs)).to.be.instanceOf(RangeError);
      expect(server.seen).to.have.length(0);
      await server.close();
    }
  });

  for (const status of [400, 401, 403, 404]) {
    it(`gives up on ${status}`, async () => {
      const failure = await take(1, [refuses(status)]).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(TocsinError).and.have.property("status", status);
      expect(server.seen).to.have.length(1);
    });
  }

  it("gives up when the token is refused on a later connection", async () => {
    const failure = await take(2, [streams(incident(1), { end: true }), refuses(401)]).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(AuthenticationError);
  });

  it("gives up where the answer is no stream", async () => {
    const failure = await take(1, [answers(200)]).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(TocsinError)
      .and.have.property("message")
      .that.contains("not answered with a stream");
  });

  for (const [when, act] of Object.entries({
    "before the answer": hangs,
    "while nothing comes": streams(": hello\n\n"),
  })) {
    it(`throws the reason of the signal ${when}`, async () => {
      const controller = new AbortController();
      const watched: Act = (response, request) => {
        act(response, request);
        setImmediate(() => controller.abort(new Error("enough")));
      };
      const reason = await take(1, [watched], { signal: controller.signal }).catch((error: unknown) => error);
      expect(reason).to.have.property("message", "enough");
    });
  }

  it("ends with what onConnectionChange throws, whether it is told of a connection or of a pause", async () => {
    for (const when of [true, false]) {
      const onConnectionChange = ({ connected }: ConnectionState) => {
        if (connected === when) throw new Error("a hook that is broken");
      };
      const failure = await take(2, [streams(incident(1), { end: true })], { onConnectionChange }).catch(
        (error: unknown) => error,
      );
      expect(failure).to.have.property("message", "a hook that is broken");
      expect(server.seen).to.have.length(1);
      await server.close();
    }
  });

  it("says so where a message is not valid JSON", async () => {
    const failure = await take(1, [streams("id: 1\ndata: {\n\n")]).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(TocsinError);
    expect((failure as Error).message).to.contain("not valid JSON");
  });

  it("puts a letter together whose bytes come in two pieces", async () => {
    const bytes = Buffer.from('id: 1\ndata: {"id":"ü"}\n\n');
    const [message] = await take(1, [
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(bytes.subarray(0, 20), () => setImmediate(() => response.write(bytes.subarray(20))));
      },
    ]);
    expect(message).to.have.nested.property("incident.id", "ü");
  });

  it("closes the connection when the reader leaves", async () => {
    let closed: Promise<unknown> | undefined;
    await take(1, [
      (response, request) => {
        closed = new Promise((resolve) => response.on("close", resolve));
        streams(incident(1))(response, request);
      },
    ]);
    await closed;
  });

  it("ends on the signal where a fetch of the caller's pays no heed to it", async () => {
    const endless = new Response(new ReadableStream(), { headers: { "content-type": "text/event-stream" } });
    for (const answer of [new Promise<never>(() => {}), Promise.resolve(endless)]) {
      const ending = new AbortController();
      const client = new Tocsin({ fetch: () => answer });
      const next = client.incidents.stream({ signal: ending.signal }).next();
      setImmediate(() => ending.abort(new Error("enough")));
      expect(await next.catch((error: Error) => error.message)).to.equal("enough");
    }
  });

  it("neither waits for years nor asks without a pause, whatever the server says", async () => {
    const text = (retry: string) => streams(`retry: ${retry}\n\n${incident(1)}`, { end: true });
    await take(2, [text("99999999999999"), streams(incident(2))]);
    expect(delays).to.deep.equal([30_000]);
    await server.close();
    await take(1, [refuses(503, { "retry-after": "99999999999" }), streams(incident(1))]);
    expect(delays).to.deep.equal([300_000]);
    await server.close();
    await take(2, [text("0"), refuses(503, { "retry-after": "0" }), refuses(503), streams(incident(2))]);
    expect(delays[0]).to.equal(0);
    for (const delay of delays.slice(1)) expect(delay).to.be.at.least(500);
  });
});
