import { createHmac } from "node:crypto";
import { expect } from "chai";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { ActionDefinition, Policy } from "../../src/remediate/policy/policy.ts";
import { ExecutionRefused } from "../../src/remediate/targets/executor.ts";
import { NOW, policyOf, rule } from "./policy-samples.ts";
import {
  action,
  executing,
  flush,
  type Received,
  SECRET,
  scope,
  signal,
  thrownBy,
  wanted,
  webhookAction,
  whenever,
} from "./webhook-action.ts";

const policyWith = (...actions: readonly ActionDefinition[]): Policy =>
  policyOf([rule("all")], {}, { actions: new Map(actions.map((action) => [action.type, action])) });

describe("A webhook action of the policy file", () => {
  const world = webhookAction();

  it("is one signed POST that says what, where, who asked and who approved", async () => {
    const { url, received } = await world.answering((response) => response.writeHead(202).end('{"job": 7}\n'));
    const outcome = await world.run(executing(policyWith(flush(url))));
    expect(outcome).to.deep.equal({
      ok: true,
      summary: `hook.test:${world.server?.port} answered 202: {"job": 7}`,
      details: { status: 202, answer: '{"job": 7}' },
    });
    expect(received).to.have.length(1);
    const [{ method, url: path, headers, text }] = received as [Received];
    expect([method, path, headers["content-type"]]).to.deep.equal(["POST", "/flush/kept-secret", "application/json"]);
    expect(headers["idempotency-key"]).to.equal("0198c1d7-0000-7000-8000-00000000aa01");
    expect(JSON.parse(text)).to.deep.equal({
      id: "0198c1d7-0000-7000-8000-00000000aa01",
      actionType: "flush-cache",
      incidentId: "0198c1d7-0000-7000-8000-00000000bb01",
      organizationId: "acme",
      serviceName: "edge",
      environment: "production",
      parameters: { cache: "pages" },
      requestedBy: "ada",
      approvedBy: "grace",
      at: "2026-03-02T09:00:00.000Z",
    });
    const seconds = NOW / 1000;
    const mac = createHmac("sha256", SECRET).update(`${seconds}.${text}`).digest("hex");
    expect(headers["x-tocsin-signature"]).to.equal(`t=${seconds},v1=${mac}`);
  });

  it("reaches its receiver by its send alone: planning, rendering, checking, tracing and settling ask nobody", async () => {
    const { url, received } = await world.answering((response) => response.end());
    const { executor } = executing(policyWith(flush(url)));
    const made = await action(executor);
    executor.render(made, NOW);
    await executor.check(made, signal);
    await executor.findEffect(made, signal);
    await executor.awaitOutcome(made, { status: 200, answer: "" }, async () => undefined, signal);
    expect(received).to.deep.equal([]);
    await executor.send(made, NOW, whenever, signal);
    expect(received).to.have.length(1);
  });

  it("is shown without its secret and without the path of its address", async () => {
    const { executor } = executing(policyWith(flush("http://hook.test/flush/kept-secret?key=kept-secret")));
    const made = await action(executor);
    const [shown] = executor.render(made, NOW);
    expect(shown?.url).to.equal("http://hook.test/…");
    expect(shown?.headers["x-tocsin-signature"]).to.equal("…");
    expect(shown?.body).to.include({ actionType: "flush-cache", requestedBy: "ada" });
    expect(JSON.stringify([shown, made.plan]))
      .not.to.include("kept-secret")
      .and.not.to.include(SECRET);
  });

  it("has another plan once its address is another, and none once the policy has dropped it", async () => {
    const { executor, replace } = executing(policyWith(flush("http://hook.test/a")));
    const before = await action(executor);
    replace(policyWith(flush("http://hook.test/b")));
    expect((await action(executor)).planHash).not.to.equal(before.planHash);
    replace(policyWith());
    expect(await thrownBy(action(executor))).to.be.instanceOf(ExecutionRefused);
  });

  describe("takes parameters as the policy file says", () => {
    const { executor } = executing(policyWith(flush("http://hook.test/")));
    const problems = async (parameters: Readonly<Record<string, unknown>>): Promise<string[]> => {
      const error = await thrownBy(executor.resolveTarget(scope, wanted(parameters), signal));
      expect(error).to.be.instanceOf(ApplicationError);
      return (error as ApplicationError).details.map(({ path, message }) => `${path} ${message}`);
    };

    it("with all of their types", async () => {
      const parameters = { cache: "prices", percent: -3, force: false, note: "", share: 0.5 };
      expect((await executor.resolveTarget(scope, wanted(parameters), signal)).parameters).to.deep.equal(parameters);
    });

    for (const [parameters, expected] of [
      [{}, "/parameters/cache is required"],
      [{ cache: "all" }, "/parameters/cache must be one of pages, prices"],
      [{ cache: "pages", percent: 1.5 }, "/parameters/percent must be a whole number"],
      [{ cache: "pages", force: "yes" }, "/parameters/force must be true or false"],
      [{ cache: "pages", note: "x".repeat(2001) }, "/parameters/note must be a text of at most 2000 characters"],
      [{ cache: "pages", share: "1" }, "/parameters/share must be a number"],
      [
        { cache: "pages", "a/b": 1 },
        "/parameters/a~1b isn't a parameter of flush-cache, which takes cache, percent, force, note, share",
      ],
      [
        { cache: "pages", constructor: 1 },
        "/parameters/constructor isn't a parameter of flush-cache, which takes cache, percent, force, note, share",
      ],
    ] as const) {
      it(`${JSON.stringify(parameters).slice(0, 60)}: ${expected}`, async () => {
        expect(await problems(parameters)).to.deep.equal([expected]);
      });
    }
  });
});
