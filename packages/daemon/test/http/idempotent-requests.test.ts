import { expect } from "chai";
import type { Request } from "express";
import type { Caller } from "../../src/http/auth.ts";
import {
  createIdempotency,
  type Idempotency,
  type IdempotentOutcome,
  type Reply,
} from "../../src/http/core/idempotency.ts";
import type { ErrorCode } from "../../src/kernel/errors.ts";
import { ApplicationError, notFound } from "../../src/kernel/errors.ts";
import { createSealing } from "../../src/kernel/sealing.ts";
import type { AnswerStore, StoredAnswer } from "../../src/model/keyed-request.ts";
import { ACME, NOW } from "../store/samples.ts";

/** What a database says that is away. */
const AWAY = new Error("The database is away.");

describe("what is done once for an Idempotency-Key", () => {
  let away: boolean;
  let runs: number;
  let held: StoredAnswer | "running" | undefined;
  let once: Idempotency;
  beforeEach(() => {
    away = false;
    runs = 0;
    held = undefined;
    once = withSecret("a secret key");
  });

  const write = async (next: typeof held): Promise<void> => {
    if (away) throw AWAY;
    held = next;
  };
  const answers: Pick<AnswerStore, "claim" | "complete" | "release"> = {
    async claim({ organizationId }, request) {
      const claim = { ...request, organizationId, id: "claim" };
      if (held === "running") return { state: "running" };
      if (held) return { state: "answered", claim, answer: held };
      await write("running");
      return { state: "claimed", claim };
    },
    complete: (_claim, answer) => write(answer),
    release: () => write(undefined),
  };
  const silent = () => undefined;
  const withSecret = (secret: string): Idempotency =>
    createIdempotency({
      answers,
      sealing: createSealing(secret, "tests"),
      clock: { now: () => NOW },
      logger: { debug: silent, info: silent, warn: silent, error: silent },
      isTransient: (error) => error === AWAY,
    });
  const request = { originalUrl: "/team", path: "/team", header: () => "key" } as unknown as Request;
  const caller = { scope: ACME, subject: "ann" } as Caller;
  const ask = (run: () => Promise<Reply>): Promise<IdempotentOutcome> =>
    once.answer({ id: "addTeamMember", readableSegments: 1 }, request, caller, "", () => {
      runs += 1;
      return run();
    });
  const done = (): Promise<IdempotentOutcome> =>
    ask(async () => ({ status: 201, body: { id: 1 }, headers: { location: "/1" } }));
  const failing = (error: unknown): Promise<unknown> =>
    ask(() => Promise.reject(error)).then(
      () => expect.fail("did not fail"),
      (thrown: unknown) => thrown,
    );
  const refusal = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => expect.fail("was not refused"),
      (error: unknown) => error,
    );

  it("is answered again with its status, bytes and headers", async () => {
    await done();
    expect(await done()).to.deep.equal({ replay: { status: 201, text: '{"id":1}', headers: { location: "/1" } } });
    expect(runs).to.equal(1);
  });

  it("keeps a refusal, and gives it again", async () => {
    await failing(notFound("incident_not_found", "It"));
    const outcome = await done();
    expect(outcome).to.have.property("replay").that.includes({ status: 404 });
    expect(runs).to.equal(1);
  });

  for (const [what, error] of [
    ["a limit that is reached", new ApplicationError("too_many_running" satisfies ErrorCode, "Later.")],
    ["a 503", new ApplicationError("storage_unavailable" satisfies ErrorCode, "Later.")],
    ["a database that is away", AWAY],
    ["a mistake of ours", new TypeError("x is undefined")],
  ] as const) {
    it(`may be tried again after ${what}`, async () => {
      expect(await failing(error)).to.equal(error);
      expect(await done()).to.deep.include({ reply: { status: 201, body: { id: 1 }, headers: { location: "/1" } } });
      expect(runs).to.equal(2);
    });
  }

  it("is answered although the answer can't be kept now; until it is, retries are told that it still runs", async () => {
    const outcome = await ask(async () => {
      away = true;
      return { status: 201, body: { id: 1 } };
    });
    expect(outcome).to.deep.equal({ reply: { status: 201, body: { id: 1 } } });
    expect(await refusal(done())).to.include({ code: "idempotency_key_in_use", retryAfterSeconds: 1 });
    expect(await refusal(once.flush())).to.equal(AWAY);
    away = false;
    await once.flush();
    expect(await done())
      .to.have.property("replay")
      .that.includes({ status: 201, text: '{"id":1}' });
    expect(runs).to.equal(1);
  });

  it("is not answered under another secret key, nor done again", async () => {
    await done();
    once = withSecret("another secret key");
    expect(await refusal(done()))
      .to.include({ code: "idempotency_answer_lost", retryAfterSeconds: undefined })
      .and.have.property("message")
      .that.contains("answered with 201; that answer was sealed with another TOCSIN_SECRET_KEY. Read GET /team.");
    expect(runs).to.equal(1);
  });
});
