import { expect } from "chai";
import { scriptedClient } from "./scripted-client.ts";
import { answers, cutsOff, refuses, resets } from "./scripted-server.ts";

describe("idempotency keys", () => {
  const scripted = scriptedClient();

  it("keep the same key and body in all attempts", async () => {
    await scripted.play(refuses(503), cutsOff, answers(202, { id: "e", queued: true }));
    await scripted.client.ingest.log({ service: "api", level: "info", message: "hello" });
    expect(new Set(scripted.server.seen.map(({ headers }) => headers["idempotency-key"]))).to.have.property("size", 1);
    expect(scripted.server.seen[0]?.headers["idempotency-key"]).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(scripted.server.seen.map(({ body }) => body))).to.deep.equal(
      new Set(['{"service":"api","level":"info","message":"hello"}']),
    );
  });

  it("are sent with changes of the core interface, the same in all attempts, or the caller's", async () => {
    await scripted.play(refuses(503), resets, answers(201, { id: "c" }));
    await scripted.client.comments.add("1", { author: "Ada", body: "hello" });
    await scripted.client.comments.add("1", { author: "Ada", body: "hello" }, { idempotencyKey: "mine" });
    await scripted.client.request({ method: "post", path: "/incidents/1/comments" }, { idempotencyKey: "by option" });
    await scripted.client.request({ method: "POST", path: "/team", headers: { "idempotency-key": "by header" } });
    await scripted.client.runbooks.publish("1");
    const keys = scripted.server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys.slice(0, 3))).to.have.property("size", 1);
    expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
    expect(keys.slice(3, 6)).to.deep.equal(["mine", "by option", "by header"]);
    expect(keys[6])
      .to.match(/^[0-9a-f]{32}$/)
      .and.not.equal(keys[0]);
  });

  it("are sent with POST only, even if the caller gives one", async () => {
    await scripted.play(answers(200, {}));
    await scripted.client.incidents.get("1", { idempotencyKey: "mine" });
    await scripted.client.incidents.changeStatus("1", "RESOLVED");
    await scripted.client.team.remove("1", { idempotencyKey: "mine" });
    expect(scripted.server.seen.map(({ headers }) => headers["idempotency-key"])).to.deep.equal(
      Array(3).fill(undefined),
    );
  });

  it("differ for each call, or are the caller's", async () => {
    await scripted.play(answers(202, { accepted: 0 }));
    await scripted.client.ingest.logs([]);
    await scripted.client.ingest.logs([]);
    await scripted.client.ingest.logs([], { idempotencyKey: "mine" });
    const keys = scripted.server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys)).to.have.property("size", 3);
    expect(keys[2]).to.equal("mine");
  });
});
