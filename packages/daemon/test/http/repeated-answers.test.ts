import { expect } from "chai";
import { core } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";
import { pathOf, repeatedOperations } from "./repeated-operations.ts";

describe("The answer to a repeated POST", function () {
  this.timeout(60_000);
  const world = repeatedOperations();

  it("answers a refusal of the operation again, though it would be done by now", async () => {
    const member = { name: "Bo", email: "bo@sequel.example", role: "engineer" };
    const enrol = (key: string): Promise<Answer> =>
      core(world.daemon, "/team", { token: world.sequel.token, headers: { "idempotency-key": key }, body: member });
    const { id } = (await enrol("e")).json<{ id: string }>();
    const refused = await enrol("f");
    expect(refused.status).to.equal(409);
    expect(refused.headers.get("retry-after")).to.equal(null);
    await core(world.daemon, `/team/${id}`, { method: "DELETE", token: world.sequel.token });
    const again = await enrol("f");
    expect([again.status, again.text]).to.deep.equal([409, refused.text]);
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect((await enrol("g")).status).to.equal(201);
  });

  it("keeps no row without a key", async () => {
    const count = (): unknown =>
      world.reading((database) => database.prepare("select count(*) from core_idempotency").pluck().get());
    const before = count();
    await core(world.daemon, pathOf(world.comment, world.sequel), {
      token: world.sequel.token,
      body: { author: "Ann", body: "no key" },
    });
    expect(count()).to.equal(before);
  });

  it("keeps what was answered where nobody reads it in the database", async () => {
    const channel = { name: "signed", kind: "webhook", settings: { url: "https://hooks.example/in" } };
    const make = (): Promise<Answer> =>
      core(world.daemon, "/notifications/channels", {
        token: world.sequel.token,
        headers: { "idempotency-key": "i" },
        body: channel,
      });
    const { secret } = (await make()).json<{ secret: string }>();
    expect(secret).to.be.a("string");
    expect((await make()).json()).to.include({ secret });
    expect(
      JSON.stringify(world.reading((database) => database.prepare("select * from core_idempotency").all())),
    ).to.not.contain(secret);
  });

  it("says that an answer over 256 KiB was not kept, does nothing again, and says where to look", async () => {
    const runbook = { slug: "large", title: "Large", contentMd: "€".repeat(90_000) };
    const make = (): Promise<Answer> =>
      core(world.daemon, "/runbooks", {
        token: world.sequel.token,
        headers: { "idempotency-key": "j" },
        body: runbook,
      });
    expect((await make()).status).to.equal(201);
    const again = await make();
    expect(again.status).to.equal(409);
    expect(again.headers.get("retry-after")).to.equal(null);
    expect(again.json<ErrorBody>().message).to.equal(
      "The first request with this Idempotency-Key was answered with 201; that answer was too large to store. Read GET /runbooks.",
    );
  });

  it("answers the same over a restart", async () => {
    const first = await world.add("l", "over a restart");
    world.daemon = await world.daemon.restart({ TOCSIN_ROLES: "core,ingest" });
    const again = await world.add("l", "over a restart");
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(await world.comments("over a restart")).to.equal(1);
  });
});
