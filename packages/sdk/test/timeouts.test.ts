import { expect } from "chai";
import { ConflictError, NotFoundError, TimeoutError, Tocsin } from "../src/index.ts";
import { scriptedClient, tocsinErrorOf } from "./scripted-client.ts";
import { answers, hangs, refuses } from "./scripted-server.ts";

describe("timeouts and signals", () => {
  const scripted = scriptedClient();

  it("rejects a timeoutMs beyond the maximum of a timer before the request", async () => {
    await scripted.play(answers(200, {}));
    for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY, 0, Number.NaN]) {
      const failure = await scripted.client.incidents
        .get("1", { timeoutMs, retries: 0 })
        .catch((error: unknown) => error);
      expect(failure, String(timeoutMs)).to.be.instanceOf(RangeError);
      expect((failure as Error).message).to.contain("timeoutMs must be from 1 to 2147483647 (24 days)");
    }
    expect(scripted.server.seen).to.have.length(0);
    await scripted.client.incidents.get("1", { timeoutMs: 2 ** 31 - 1 });
  });

  it("ends an attempt that takes longer than timeoutMs, also if the body stalls", async () => {
    await scripted.play(hangs, (response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
    });
    const failure = await tocsinErrorOf(scripted.client.incidents.get("1", { timeoutMs: 60, retries: 1 }));
    expect(failure).to.be.instanceOf(TimeoutError);
    expect(failure.message).to.match(/^http:\/\/127\.0\.0\.1:\d+ gave no whole answer within 0\.06 seconds\.$/);
    expect(scripted.server.seen).to.have.length(2);
  });

  it("throws the reason of the signal at once when it aborts during a request", async () => {
    const controller = new AbortController();
    // It never answers: what comes, comes of the signal.
    await scripted.play(() => controller.abort(new Error("enough")));
    const reason = await scripted.client.incidents
      .get("1", { signal: controller.signal })
      .catch((error: unknown) => error);
    expect(reason).to.have.property("message", "enough");
    expect(scripted.server.seen).to.have.length(1);
  });

  it("throws the reason of the signal when it aborts between two attempts", async () => {
    await scripted.play(refuses(503, { "retry-after": "30" }));
    const controller = new AbortController();
    scripted.client = new Tocsin({ baseUrl: scripted.server.url });
    const result = scripted.client.incidents.get("1", { signal: controller.signal }).catch((error: unknown) => error);
    while (scripted.server.seen.length === 0) await new Promise(setImmediate);
    controller.abort(new Error("enough"));
    expect(await result).to.have.property("message", "enough");
  });

  it("sends nothing with an aborted signal", async () => {
    await scripted.play(answers(200));
    const reason = await scripted.client.incidents
      .get("1", { signal: AbortSignal.abort(new Error("enough")) })
      .catch((error: unknown) => error);
    expect(reason).to.have.property("message", "enough");
    expect(scripted.server.seen).to.have.length(0);
  });

  it("throws an error class for each status with the message of the response", async () => {
    await scripted.play(refuses(404), refuses(409, {}, { details: [{ path: "/a", message: "b" }], violations: ["c"] }));
    const missing = await tocsinErrorOf(scripted.client.incidents.get("1"));
    expect(missing).to.be.instanceOf(NotFoundError);
    expect(missing).to.include({
      status: 404,
      message: "Refused with 404.",
      requestId: "req-1",
      isRetryable: false,
      name: "NotFoundError",
    });
    const conflict = await tocsinErrorOf(scripted.client.incidents.unmerge("1"));
    expect(conflict).to.be.instanceOf(ConflictError);
    expect(conflict).to.deep.include({ details: [{ path: "/a", message: "b" }], violations: ["c"] });
  });
});
