import { expect } from "chai";
import { AuthenticationError, type ConnectionState, Tocsin, TocsinError } from "../src/index.ts";
import { type Act, answers, hangs, refuses, streams } from "./scripted-server.ts";
import { incident, scriptedStream } from "./scripted-stream.ts";

describe("a stream of incidents", () => {
  const scripted = scriptedStream();

  it("distinguishes incidents, diagnoses and resets, and skips unknown events", async () => {
    const text =
      ': hello\n\nid: 1\ndata: {"id":"a"}\n\nid: 2\nevent: diagnosis\ndata: {"incidentId":"a"}\n\nevent: later\ndata: x\n\nevent: reset\ndata: {"message":"gone"}\n\n';
    expect(await scripted.take(3, [streams(text)])).to.deep.equal([
      { type: "incident", id: "1", incident: { id: "a" } },
      { type: "diagnosis", id: "2", progress: { incidentId: "a" } },
      { type: "reset", id: undefined, reset: { message: "gone" } },
    ]);
    expect(scripted.server.seen[0]?.headers)
      .to.include({ authorization: "Bearer T", accept: "text/event-stream" })
      .and.not.to.have.property("last-event-id");
  });

  it("drops half a message of a broken connection, and receives it in full from the next", async () => {
    const messages = await scripted.take(2, [
      streams(`${incident(1)}id: 2\ndata: {"id":`, { drop: true }),
      streams(incident(2)),
    ]);
    expect(messages).to.have.length(2);
    expect(scripted.server.seen[1]?.headers["last-event-id"]).to.equal("1");
  });

  for (const status of [400, 401, 403, 404]) {
    it(`gives up on ${status}`, async () => {
      const failure = await scripted.take(1, [refuses(status)]).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(TocsinError).and.have.property("status", status);
      expect(scripted.server.seen).to.have.length(1);
    });
  }

  it("gives up when the token is refused on a later connection", async () => {
    const failure = await scripted
      .take(2, [streams(incident(1), { end: true }), refuses(401)])
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(AuthenticationError);
  });

  it("gives up when the response is no event stream", async () => {
    const failure = await scripted.take(1, [answers(200)]).catch((error: unknown) => error);
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
      const reason = await scripted.take(1, [watched], { signal: controller.signal }).catch((error: unknown) => error);
      expect(reason).to.have.property("message", "enough");
    });
  }

  it("ends with what onConnectionChange throws, when connected and when disconnected", async () => {
    for (const when of [true, false]) {
      const onConnectionChange = ({ connected }: ConnectionState) => {
        if (connected === when) throw new Error("a hook that is broken");
      };
      const failure = await scripted
        .take(2, [streams(incident(1), { end: true })], { onConnectionChange })
        .catch((error: unknown) => error);
      expect(failure).to.have.property("message", "a hook that is broken");
      expect(scripted.server.seen).to.have.length(1);
      await scripted.server.close();
    }
  });

  it("reports a message that is not valid JSON", async () => {
    const failure = await scripted.take(1, [streams("id: 1\ndata: {\n\n")]).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(TocsinError);
    expect((failure as Error).message).to.contain("not valid JSON");
  });

  it("decodes a character whose bytes arrive in two chunks", async () => {
    const bytes = Buffer.from('id: 1\ndata: {"id":"ü"}\n\n');
    const [message] = await scripted.take(1, [
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(bytes.subarray(0, 20), () => setImmediate(() => response.write(bytes.subarray(20))));
      },
    ]);
    expect(message).to.have.nested.property("incident.id", "ü");
  });

  it("closes the connection when the reader leaves", async () => {
    let closed: Promise<unknown> | undefined;
    await scripted.take(1, [
      (response, request) => {
        closed = new Promise((resolve) => response.on("close", resolve));
        streams(incident(1))(response, request);
      },
    ]);
    await closed;
  });

  it("ends on the signal even if the caller's fetch ignores it", async () => {
    const endless = new Response(new ReadableStream(), { headers: { "content-type": "text/event-stream" } });
    for (const answer of [new Promise<never>(() => {}), Promise.resolve(endless)]) {
      const ending = new AbortController();
      const client = new Tocsin({ fetch: () => answer });
      const next = client.incidents.stream({ signal: ending.signal }).next();
      setImmediate(() => ending.abort(new Error("enough")));
      expect(await next.catch((error: Error) => error.message)).to.equal("enough");
    }
  });
});
