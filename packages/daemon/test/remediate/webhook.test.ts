import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import { createOutbound } from "../../src/adapters/outbound/outbound.ts";
import { ApplicationError } from "../../src/kernel/errors.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import { hashOf } from "../../src/remediate/actions/remediation-plan.ts";
import { createWebhookExecutor } from "../../src/remediate/execute/webhook-executor.ts";
import type { ActionDefinition, Policy } from "../../src/remediate/policy/policy.ts";
import { ExecutionRefused, type Executor, type Outcome, OutcomeUnknown } from "../../src/remediate/targets/executor.ts";
import { httpServer, type Listening, rawServer } from "../support/http-probe.ts";
import { NOW, policyOf, rule } from "./policy-samples.ts";

const SECRET = "what both sides know";
const signal = new AbortController().signal;
const whenever = (): void => undefined;

/** As the policy file would have it, but for the scheme: a test has no certificate that anybody trusts. */
const flush = (url: string, changes: Partial<ActionDefinition> = {}): ActionDefinition => ({
  type: "flush-cache",
  description: "",
  webhook: { url, secretEnv: "FLUSH_SECRET", timeoutMs: 5_000 },
  parameters: {
    cache: { type: "string", required: true, description: "", values: ["pages", "prices"] },
    percent: { type: "integer", required: false, description: "", values: undefined },
    force: { type: "boolean", required: false, description: "", values: undefined },
    note: { type: "string", required: false, description: "", values: undefined },
    share: { type: "number", required: false, description: "", values: undefined },
  },
  rollback: "It fills again.",
  ...changes,
});

const policyWith = (...actions: readonly ActionDefinition[]): Policy =>
  policyOf([rule("all")], {}, { actions: new Map(actions.map((action) => [action.type, action])) });

interface Parts {
  readonly executor: Executor;
  /** The policy from now on. */
  readonly replace: (policy: Policy) => void;
}

function executing(policy: Policy, secret: string | undefined = SECRET): Parts {
  let current = policy;
  const hosts = [...policy.actions.values()].map(({ webhook }) => ({
    name: new URL(webhook?.url ?? "").host,
    organizationId: undefined,
  }));
  const outbound = createOutbound({ hosts, resolve: async () => ["127.0.0.1"] });
  const secretOf = (name: string): string | undefined => (name === "FLUSH_SECRET" ? secret : undefined);
  return {
    executor: createWebhookExecutor({ policy: { current: () => current }, outbound, secretOf }),
    replace(other) {
      current = other;
    },
  };
}

const wanted = (parameters: Readonly<Record<string, unknown>>) => ({
  actionType: "flush-cache",
  serviceName: "edge",
  environment: "production",
  parameters,
});
const scope = { organizationId: "acme" };

/** Planned by the executor, as it is when it is requested. */
async function action(executor: Executor): Promise<RemediationAction> {
  const { target, parameters, rollback } = await executor.resolveTarget(scope, wanted({ cache: "pages" }), signal);
  const plan = { actionType: "flush-cache", mode: "live" as const, target, parameters, blastRadius: 0, rollback };
  return {
    id: "0198c1d7-0000-7000-8000-00000000aa01",
    organizationId: "acme",
    incidentId: "0198c1d7-0000-7000-8000-00000000bb01",
    actionType: "flush-cache",
    status: "EXECUTING",
    performedBy: "ada",
    serviceName: "edge",
    environment: "production",
    severity: "HIGH",
    parameters,
    origin: "person",
    suggestionId: null,
    mode: "live",
    plan,
    planHash: hashOf(plan),
    approvalExpiresAt: null,
    details: { approval: { by: "grace", name: "Grace", at: "2026-03-02T08:59:00.000Z", reason: null } },
    error: null,
    verification: null,
    queuedAt: NOW,
    finishedAt: null,
    expiryTold: false,
    createdAt: NOW,
    updatedAt: NOW,
  };
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (answer) => expect.fail(`it went through: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
}

describe("A webhook action of the policy file", () => {
  let server: Listening | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  interface Received {
    readonly headers: IncomingMessage["headers"];
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly text: string;
  }
  const answering = async (
    answer: (response: ServerResponse) => void,
  ): Promise<{ url: string; received: Received[] }> => {
    const received: Received[] = [];
    server = await httpServer((request, response) => {
      let text = "";
      request
        .on("data", (part: Buffer) => (text += part.toString()))
        .on("end", () => {
          received.push({ headers: request.headers, method: request.method, url: request.url, text });
          answer(response);
        });
    });
    return { url: `http://hook.test:${server.port}/flush/kept-secret`, received };
  };
  const run = async ({ executor }: Parts): Promise<Outcome> => {
    const made = await action(executor);
    await executor.check(made, signal);
    return executor.awaitOutcome(made, await executor.send(made, NOW, whenever, signal), async () => undefined, signal);
  };

  it("is one signed POST that says what, where, who asked and who approved", async () => {
    const { url, received } = await answering((response) => response.writeHead(202).end('{"job": 7}\n'));
    const outcome = await run(executing(policyWith(flush(url))));
    expect(outcome).to.deep.equal({
      ok: true,
      summary: `hook.test:${server?.port} answered 202: {"job": 7}`,
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
    const { url, received } = await answering((response) => response.end());
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

  for (const status of [301, 400, 404, 409, 500, 503]) {
    it(`fails by an answer of ${status}, and tells how it began`, async () => {
      const { url, received } = await answering((response) =>
        response.writeHead(status, { location: "/elsewhere" }).end(`no \u001b[31m\n${"x".repeat(5000)}`),
      );
      const outcome = await run(executing(policyWith(flush(url))));
      expect(outcome.ok).to.equal(false);
      const { reason } = outcome as Outcome & { ok: false };
      expect(reason)
        .to.match(new RegExp(`^hook\\.test:\\d+ answered ${status}: no .*x+…$`))
        .and.have.length.below(400);
      expect(reason).not.to.match(/\p{Cc}/u);
      expect(received).to.have.length(1);
    });
  }

  it("isn't sent where it may not leave any more once there is a connection", async () => {
    const { url, received } = await answering((response) => response.end());
    const { executor } = executing(policyWith(flush(url)));
    const late = new Error("Too late.");
    const leave = (): void => {
      throw late;
    };
    expect(await thrownBy(executor.send(await action(executor), NOW, leave, signal))).to.equal(late);
    expect(received).to.deep.equal([]);
  });

  it("isn't sent to an address that the policy file got after it was let through", async () => {
    const { url, received } = await answering((response) => response.end());
    const { executor, replace } = executing(policyWith(flush(url)));
    const made = await action(executor);
    replace(policyWith(flush(`${url}/elsewhere`)));
    const error = await thrownBy(executor.send(made, NOW, whenever, signal));
    expect(error).to.be.instanceOf(ExecutionRefused);
    expect((error as Error).message).to.equal("The policy file has another address for it since it was let through.");
    expect(received).to.deep.equal([]);
  });

  it("has an unknown outcome where no answer came after it was sent, and nothing is looked up", async () => {
    server = await rawServer((socket) => socket.once("data", () => socket.destroy()));
    const { executor } = executing(policyWith(flush(`http://hook.test:${server.port}/`)));
    const made = await action(executor);
    expect(await thrownBy(executor.send(made, NOW, whenever, signal))).to.be.instanceOf(OutcomeUnknown);
    expect(await executor.findEffect(made, signal)).to.equal(undefined);
  });

  it("has an unknown outcome where the answer takes too long", async () => {
    server = await rawServer(() => undefined);
    const webhook = { url: `http://hook.test:${server.port}/`, secretEnv: "FLUSH_SECRET", timeoutMs: 200 };
    const { executor } = executing(policyWith(flush(webhook.url, { webhook })));
    const error = await thrownBy(executor.send(await action(executor), NOW, whenever, signal));
    expect(error).to.be.instanceOf(OutcomeUnknown);
    expect((error as Error).message).to.match(/gave no answer within 0\.2 s/);
  });

  it("is refused, and nothing sent, where nobody takes the connection or the host is inside", async () => {
    server = await rawServer(() => undefined);
    const url = `http://hook.test:${server.port}/`;
    await server.close();
    server = undefined;
    const { executor } = executing(policyWith(flush(url)));
    expect(await thrownBy(executor.send(await action(executor), NOW, whenever, signal))).to.be.instanceOf(
      ExecutionRefused,
    );
    const outbound = createOutbound({ hosts: [], resolve: async () => ["127.0.0.1"] });
    const closed = createWebhookExecutor({
      policy: { current: () => policyWith(flush(url)) },
      outbound,
      secretOf: () => SECRET,
    });
    const error = await thrownBy(closed.send(await action(closed), NOW, whenever, signal));
    expect((error as Error).message).to.match(/leads to an inner network; TOCSIN_OUTBOUND_HOSTS/);
  });

  for (const secret of [undefined, ""]) {
    it(`is refused, naming the variable, where its secret is ${secret === "" ? "empty" : "not set"}`, async () => {
      const { url, received } = await answering((response) => response.end());
      const parts = executing(policyWith(flush(url)));
      const none = createWebhookExecutor({
        policy: { current: () => policyWith(flush(url)) },
        outbound: createOutbound({ hosts: [] }),
        secretOf: () => secret,
      });
      const made = await action(parts.executor);
      for (const refused of [none.check(made, signal), none.send(made, NOW, whenever, signal)]) {
        const error = await thrownBy(refused);
        expect(error).to.be.instanceOf(ExecutionRefused);
        expect((error as Error).message).to.match(/environment variable FLUSH_SECRET/);
      }
      expect(received).to.deep.equal([]);
    });
  }

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
