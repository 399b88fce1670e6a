import { expect } from "chai";
import { createOutbound } from "../../src/adapters/outbound/outbound.ts";
import { createWebhookExecutor } from "../../src/remediate/execute/webhook-executor.ts";
import type { ActionDefinition, Policy } from "../../src/remediate/policy/policy.ts";
import { ExecutionRefused, type Outcome, OutcomeUnknown } from "../../src/remediate/targets/executor.ts";
import { rawServer } from "../support/http-probe.ts";
import { NOW, policyOf, rule } from "./policy-samples.ts";
import { action, executing, flush, SECRET, signal, thrownBy, webhookAction, whenever } from "./webhook-action.ts";

const policyWith = (...actions: readonly ActionDefinition[]): Policy =>
  policyOf([rule("all")], {}, { actions: new Map(actions.map((action) => [action.type, action])) });

describe("The outcome of a webhook action", () => {
  const world = webhookAction();

  for (const status of [301, 400, 404, 409, 500, 503]) {
    it(`fails by an answer of ${status}, and tells how it began`, async () => {
      const { url, received } = await world.answering((response) =>
        response.writeHead(status, { location: "/elsewhere" }).end(`no \u001b[31m\n${"x".repeat(5000)}`),
      );
      const outcome = await world.run(executing(policyWith(flush(url))));
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
    const { url, received } = await world.answering((response) => response.end());
    const { executor } = executing(policyWith(flush(url)));
    const late = new Error("Too late.");
    const leave = (): void => {
      throw late;
    };
    expect(await thrownBy(executor.send(await action(executor), NOW, leave, signal))).to.equal(late);
    expect(received).to.deep.equal([]);
  });

  it("isn't sent to an address that the policy file got after it was let through", async () => {
    const { url, received } = await world.answering((response) => response.end());
    const { executor, replace } = executing(policyWith(flush(url)));
    const made = await action(executor);
    replace(policyWith(flush(`${url}/elsewhere`)));
    const error = await thrownBy(executor.send(made, NOW, whenever, signal));
    expect(error).to.be.instanceOf(ExecutionRefused);
    expect((error as Error).message).to.equal("The policy file has another address for it since it was let through.");
    expect(received).to.deep.equal([]);
  });

  it("has an unknown outcome where no answer came after it was sent, and nothing is looked up", async () => {
    world.server = await rawServer((socket) => socket.once("data", () => socket.destroy()));
    const { executor } = executing(policyWith(flush(`http://hook.test:${world.server.port}/`)));
    const made = await action(executor);
    expect(await thrownBy(executor.send(made, NOW, whenever, signal))).to.be.instanceOf(OutcomeUnknown);
    expect(await executor.findEffect(made, signal)).to.equal(undefined);
  });

  it("has an unknown outcome where the answer takes too long", async () => {
    world.server = await rawServer(() => undefined);
    const webhook = { url: `http://hook.test:${world.server.port}/`, secretEnv: "FLUSH_SECRET", timeoutMs: 200 };
    const { executor } = executing(policyWith(flush(webhook.url, { webhook })));
    const error = await thrownBy(executor.send(await action(executor), NOW, whenever, signal));
    expect(error).to.be.instanceOf(OutcomeUnknown);
    expect((error as Error).message).to.match(/gave no answer within 0\.2 s/);
  });

  it("is refused, and nothing sent, where nobody takes the connection or the host is inside", async () => {
    world.server = await rawServer(() => undefined);
    const url = `http://hook.test:${world.server.port}/`;
    await world.server.close();
    world.server = undefined;
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
      const { url, received } = await world.answering((response) => response.end());
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
});
