import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import { createOutbound } from "../../src/adapters/outbound/outbound.ts";
import type { RemediationAction } from "../../src/model/remediation.ts";
import { hashOf } from "../../src/remediate/actions/remediation-plan.ts";
import { createWebhookExecutor } from "../../src/remediate/execute/webhook-executor.ts";
import type { ActionDefinition, Policy } from "../../src/remediate/policy/policy.ts";
import type { Executor, Outcome } from "../../src/remediate/targets/executor.ts";
import { httpServer, type Listening } from "../support/http-probe.ts";
import { NOW } from "./policy-samples.ts";

export interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly text: string;
}
export const signal: AbortSignal = new AbortController().signal;
export const whenever = (): void => undefined;

export interface Parts {
  readonly executor: Executor;
  /** The policy from now on. */
  readonly replace: (policy: Policy) => void;
}

export const wanted = (parameters: Readonly<Record<string, unknown>>) => ({
  actionType: "flush-cache",
  serviceName: "edge",
  environment: "production",
  parameters,
});
export const scope = { organizationId: "acme" };

/** Planned by the executor, as it is when it is requested. */
export async function action(executor: Executor): Promise<RemediationAction> {
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

/** The stores and helpers of the tests about a webhook action of the policy file. */
export function webhookAction() {
  let server: Listening | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
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

  return {
    answering,
    run,
    get server() {
      return server;
    },
    set server(value: Listening | undefined) {
      server = value;
    },
  };
}

/** As the policy file would have it, but for the scheme: a test has no certificate that anybody trusts. */
export const flush = (url: string, changes: Partial<ActionDefinition> = {}): ActionDefinition => ({
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

export const SECRET = "what both sides know";

export function executing(policy: Policy, secret: string | undefined = SECRET): Parts {
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

export async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (answer) => expect.fail(`it went through: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
}
