import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  AuthenticationError,
  type CallOptions,
  NotFoundError,
  type ResponseInfo,
  type RetryInfo,
  ServerError,
  TocsinError,
} from "../src/index.ts";
import { expectNoUnhandledRejections, failureOf, scriptedClient } from "./scripted-client.ts";
import { answers, refuses } from "./scripted-server.ts";

describe("the options of a call", () => {
  const scripted = scriptedClient();
  expectNoUnhandledRejections();

  const read = (options?: CallOptions) => scripted.client.incidents.get("1", options);

  describe("onResponse and onRetry", () => {
    it("are called for every response and every retry, from the client and from the call", async () => {
      const answered: Pick<ResponseInfo, "status" | "attempts" | "requestId" | "method">[] = [];
      const retried: RetryInfo[] = [];
      const onResponse = ({ status, attempts, requestId, method }: ResponseInfo) =>
        void answered.push({ status, attempts, requestId, method });
      await scripted.playWith(
        { onResponse, onRetry: (retry) => void retried.push(retry) },
        refuses(503),
        answers(200, {}, { "x-a": "b" }),
      );
      await read();
      expect(answered).to.deep.equal([
        { status: 503, attempts: 1, requestId: "req-1", method: "GET" },
        { status: 200, attempts: 2, requestId: undefined, method: "GET" },
      ]);
      expect(retried).to.have.length(1);
      expect(retried[0]).to.include({
        attempts: 1,
        delayMs: scripted.delays[0],
        url: `${scripted.server.url}/incidents/1`,
      });
      expect(retried[0]?.error).to.be.instanceOf(ServerError);
      const found: (string | null)[] = [];
      await read({ onResponse: ({ headers }) => void found.push(headers.get("x-a")) });
      expect(found).to.deep.equal(["b"]);
      expect(answered).to.have.length(2);
    });
    it("are called for each page of a list", async () => {
      const pages: number[] = [];
      await scripted.play(answers(200, [{}], { link: '</x?cursor=2>; rel="next"' }), answers(200, [{}]));
      const all = scripted.client.incidents.listAll({}, { onResponse: ({ status }) => void pages.push(status) });
      for await (const _incident of all);
      expect(pages).to.deep.equal([200, 200]);
    });
    it("fail the call with what they throw, without a retry", async () => {
      await scripted.play(refuses(503));
      const fails = () => {
        throw new Error("a hook that is broken");
      };
      for (const hooks of [{ onResponse: fails }, { onRetry: fails }])
        expect(await failureOf(read(hooks))).to.have.property("message", "a hook that is broken");
      expect(scripted.server.seen).to.have.length(2);
    });
  });

  describe("an error", () => {
    it("has a name in every class that survives a minifier", async () => {
      await scripted.play(refuses(404));
      const failure = (await failureOf(read())) as Error;
      expect(failure).to.be.instanceOf(NotFoundError).and.instanceOf(TocsinError);
      expect(failure.name).to.equal("NotFoundError");
      expect(Object.prototype.toString.call(failure)).to.equal("[object Error]");
    });
    it("keeps body, cause and stack out of a log", async () => {
      await scripted.playWith(
        { token: "a-secret" },
        refuses(401, {}, { details: [{ path: "/a", message: "b" }], hint: "a-secret" }),
      );
      const failure = await failureOf(read());
      expect(failure).to.be.instanceOf(AuthenticationError);
      expect(JSON.parse(JSON.stringify(failure))).to.deep.equal({
        name: "AuthenticationError",
        message: "Refused with 401.",
        status: 401,
        details: [{ path: "/a", message: "b" }],
        violations: [],
        requestId: "req-1",
        isRetryable: false,
      });
    });
    it("is not thrown for an approval that a policy blocks, which is an answer", async () => {
      const violation = { status: "POLICY_VIOLATION", violations: ["no restarts at night"], detail: "It is night." };
      await scripted.play(answers(200, violation));
      const result = await scripted.client.remediation.approve("1");
      expect(result.status === "POLICY_VIOLATION" ? result.violations : []).to.deep.equal(["no restarts at night"]);
    });
  });

  it("call the function of the token for each call, and throw what it throws", async () => {
    const tokens = ["one", "two"];
    const token = async () => tokens.shift() ?? Promise.reject(new RangeError("no more tokens"));
    await scripted.playWith({ token }, answers(200));
    await read();
    await scripted.client.request({ method: "GET", path: "/team" });
    expect(scripted.server.seen.map(({ headers }) => headers.authorization)).to.deep.equal([
      "Bearer one",
      "Bearer two",
    ]);
    for (const call of [() => read(), () => scripted.client.request({ method: "GET", path: "/team" })])
      expect(await failureOf(call()))
        .to.be.instanceOf(RangeError)
        .and.have.property("message", "no more tokens");
    expect(scripted.server.seen).to.have.length(2);
  });

  it("send the name and version of the SDK in calls and in the stream", async () => {
    await scripted.playWith({ userAgent: "shop/2.1" }, answers(200), refuses(404));
    await read();
    await failureOf(scripted.client.incidents.stream().next());
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(scripted.server.seen.map(({ headers }) => headers["user-agent"])).to.deep.equal(
      Array.from({ length: 2 }, () => `shop/2.1 tocsin-sdk/${version} node/${process.versions.node}`),
    );
  });
});
