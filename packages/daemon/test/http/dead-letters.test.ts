import { expect } from "chai";
import { conforms } from "../support/conforms.ts";
import { core, ingest, search, startTestDaemon, stored, type TestDaemon } from "../support/daemon.ts";
import type { ErrorBody } from "../support/request.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

interface Letter {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: string;
  readonly receivedAt: string;
  readonly reason: string;
  readonly attempts: number;
  readonly payload: unknown;
}

const LENIENT = "/events/logs/batch?onInvalid=skip";

describe("a lenient batch", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  let organization = "";
  let last = 0;
  before(async () => {
    daemon = await startTestDaemon({
      TOCSIN_SERVICES_MAX: "2",
      TOCSIN_EVENT_BYTES_MAX: "2048",
      TOCSIN_BATCH_EVENTS_MAX: "500",
    });
  });
  beforeEach(() => {
    organization = `lenient-${++last}`;
  });
  after(() => daemon.stop());

  const send = (events: unknown) => ingest(daemon, LENIENT, events, { organization });
  const letters = async (query = ""): Promise<Letter[]> => {
    const answer = await core(daemon, `/events/dead-letters${query}`, { token: tokenOf(organization) });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json<Letter[]>();
  };
  const lettersWhen = (count: number): Promise<Letter[]> =>
    waitFor(
      async () => {
        const found = await letters();
        return found.length >= count && found;
      },
      { what: `${count} dead letters` },
    );
  const replay = (id: string, token = tokenOf(organization)) =>
    core(daemon, `/events/dead-letters/${id}/replay`, { method: "POST", token });

  it("takes the good events, and says which were left out and why", async () => {
    const answer = await send([
      log({ message: "good one" }),
      log({ level: "loud" }),
      log({ message: "good two" }),
      7,
      log({ message: undefined }),
    ]);
    expect(answer.status).to.equal(202);
    conforms(answer, "sendLogs");
    const body = answer.json<{ accepted: number; rejected: number; details: { path: string }[] }>();
    expect(body).to.include({ accepted: 2, rejected: 3 });
    expect(body.details.map(({ path }) => path)).to.deep.equal(["/1/level", "/3", "/4/message"]);
    await lettersWhen(3);
    expect(await search(daemon, { q: "good" }, tokenOf(organization))).to.have.lengthOf(2);
  });

  it("keeps what it left out as dead letters, as it was sent", async () => {
    const bad = { service: "checkout-api", level: "silly", message: "m", extra: [1, { deep: null }] };
    const before = Date.now();
    await send([bad]);
    const [letter] = await lettersWhen(1);
    expect(letter).to.deep.include({ organizationId: organization, kind: "log", attempts: 0, payload: bad });
    expect(letter?.reason).to.contain("/level must be one of debug, info, warn, error, fatal");
    expect(Date.parse(letter?.receivedAt ?? "")).to.be.within(before, Date.now());
    expect(letter?.id).to.match(/^[0-9a-f-]{36}$/);
  });

  it("takes the good lines, and keeps those that are no JSON as they were sent", async () => {
    const lines = [
      JSON.stringify(log({ message: "good line" })),
      "plain text",
      '{"service":"checkout-api",',
      JSON.stringify(log({ level: "loud" })),
      "",
      JSON.stringify(log({ message: "good line" })),
    ];
    const headers = { "content-type": "application/x-ndjson" };
    for (const end of ["\n", "\r\n"]) {
      const own = `${organization}-${end.length}`;
      const body = lines.join(end);
      const answer = await ingest(daemon, LENIENT, body, { organization: own, headers });
      expect(answer.status, answer.text).to.equal(202);
      conforms(answer, "sendLogs");
      const { accepted, rejected, details } = answer.json<{
        accepted: number;
        rejected: number;
        details: { path: string; message: string }[];
      }>();
      expect({ accepted, rejected }).to.deep.equal({ accepted: 2, rejected: 3 });
      expect(details.map(({ path }) => path)).to.deep.equal(["/1", "/2", "/3/level"]);
      expect(details[0]?.message).to.contain("is not JSON");

      const kept = await waitFor(
        async () => {
          const found = (await core(daemon, "/events/dead-letters", { token: tokenOf(own) })).json<Letter[]>();
          return found.length === 3 && found;
        },
        { what: "three dead letters" },
      );
      const payloads = kept.map(({ payload }) => payload);
      expect(payloads).to.deep.include.members(["plain text", '{"service":"checkout-api",', log({ level: "loud" })]);
      expect(kept.find(({ payload }) => payload === "plain text")?.reason).to.contain("is not JSON");
      expect(await search(daemon, { q: "good" }, tokenOf(own))).to.have.lengthOf(2);
      const refused = await ingest(daemon, "/events/logs/batch", body, { organization: own, headers });
      expect(refused.status).to.equal(400);
    }
  });

  it("keeps nothing that is larger than an event may be, whatever is wrong with it", async () => {
    const text = "\u0001".repeat(1_000);
    await send([{ large: "x".repeat(5_000) }, { large: text }, { small: 1 }]);
    const headers = { "content-type": "application/x-ndjson" };
    await ingest(daemon, LENIENT, `${text}\n{}\n${"no json ".repeat(400)}`, { organization, headers });
    const payloads = (await lettersWhen(6)).map(({ payload }) => payload);
    const tooLarge = payloads.filter((each) => each === "(too large to be kept)");
    expect(tooLarge).to.have.lengthOf(4);
    expect(payloads).to.deep.include.members([{ small: 1 }, {}]);
  });

  it("leaves out an event over its size limit, and one a day ahead", async () => {
    const answer = await send([log({ message: "x".repeat(3_000) }), log({ timestamp: "2999-01-01T00:00:00Z" }), log()]);
    expect(answer.json()).to.include({ accepted: 1, rejected: 2 });
    const reasons = (await lettersWhen(2)).map(({ reason }) => reason).sort();
    expect(reasons[0]).to.contain("/timestamp").and.contain("24 hours");
    expect(reasons[1]).to.contain("TOCSIN_EVENT_BYTES_MAX");
  });

  it("counts all that it leaves out, and names at most 100", async () => {
    const body = (await send(Array.from({ length: 300 }, () => ({})))).json<{ rejected: number; details: unknown[] }>();
    expect(body.rejected).to.equal(300);
    expect(body.details).to.have.lengthOf(100);
    await waitFor(async () => (await letters("?limit=500")).length === 300, { what: "300 dead letters" });
  });

  it("pages its dead letters, newest first, each once", async () => {
    for (let index = 0; index < 5; index++) await send([{ index }]);
    await lettersWhen(5);
    const indexes: number[] = [];
    let path: string | undefined = "/events/dead-letters?limit=2";
    while (path !== undefined) {
      const answer = await core(daemon, path, { token: tokenOf(organization) });
      for (const { payload } of answer.json<Letter[]>()) indexes.push((payload as { index: number }).index);
      path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(indexes).to.deep.equal([4, 3, 2, 1, 0]);
  });

  it("that is no array stays a 400, and another word than refuse and skip too", async () => {
    expect((await send({})).status).to.equal(400);
    const answer = await ingest(daemon, "/events/logs/batch?onInvalid=maybe", [log()]);
    expect(answer.status).to.equal(400);
    conforms(answer, "sendLogs");
    expect((await ingest(daemon, "/events/logs/batch?onInvalid=refuse", [{}])).status).to.equal(400);
  });

  it("leaves out exactly the events of services past the limit; those are replayed when the limit allows it", async () => {
    const events = ["a", "b", "c", "a", "d", "c"].map((service) => log({ service, message: `from ${service}` }));
    const answer = await send(events);
    expect(answer.json()).to.include({ accepted: 3, rejected: 3 });
    const left = await lettersWhen(3);
    for (const { reason } of left) expect(reason).to.contain("Service limit reached");

    daemon = await daemon.restart({
      TOCSIN_SERVICES_MAX: "4",
      TOCSIN_EVENT_BYTES_MAX: "2048",
      TOCSIN_BATCH_EVENTS_MAX: "500",
    });
    const replayed = await Promise.all(left.map(({ id }) => replay(id)));
    for (const [index, answer] of replayed.entries()) {
      expect(answer.status, answer.text).to.equal(200);
      const event = await stored(daemon, answer.json<{ eventId: string }>().eventId, tokenOf(organization));
      expect(event.message).to.equal((left[index] as Letter & { payload: { message: string } }).payload.message);
    }
    await waitFor(async () => (await letters()).length === 0, { what: "the replayed letters to be done with" });
    expect(await search(daemon, { q: "from" }, tokenOf(organization))).to.have.lengthOf(6);
  });

  it("left out for the service limit cannot pass that limit by being replayed", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    await send(names.map((service) => log({ service, message: "limited" })));
    const left = await lettersWhen(1);
    for (const { id } of left) {
      const answer = await replay(id);
      expect(answer.status, answer.text).to.be.oneOf([403, 422]);
    }
    expect(await letters()).to.have.lengthOf(left.length);
  });

  it("whose dead letter is still invalid is refused with 422 saying why, and the letter stays", async () => {
    await send([log({ level: "loud" })]);
    const [letter] = await lettersWhen(1);
    const answer = await replay(letter?.id ?? "");
    expect(answer.status).to.equal(422);
    expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal("/level");
    expect(await letters()).to.deep.equal([letter]);
  });

  it("shows its dead letters to no other organization, to be read or replayed", async () => {
    await send([{}]);
    const [letter] = await lettersWhen(1);
    const stranger = tokenOf("stranger");
    expect((await core(daemon, "/events/dead-letters", { token: stranger })).json()).to.deep.equal([]);
    expect((await replay(letter?.id ?? "", stranger)).status).to.equal(404);
  });

  it("has no dead letter of an unknown id", async () => {
    expect((await replay("01900000-0000-7000-8000-000000000000")).status).to.equal(404);
    expect((await replay("no-uuid")).status).to.be.oneOf([400, 404]);
  });
});
