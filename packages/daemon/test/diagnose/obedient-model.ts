import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Canary, startCanary } from "../support/canary.ts";
import { core, ingest, startTestDaemon, type TestDaemon, temporaryFolder } from "../support/daemon.ts";
import type { Injection } from "../support/injections.ts";
import type { FakeModel } from "../support/models.ts";
import { startObedientModel } from "../support/obedient-model.ts";

export const KEY = "canary-key-of-the-model-0123456789";
const MINUTE_MS = 60_000;

/** The stores and helpers of the tests about hostile telemetry, from the door to the diagnosis by a model that obeys it. */
export function obedientModel() {
  let daemon: TestDaemon;
  let model: FakeModel;
  let canary: Canary;

  before(async () => {
    model = await startObedientModel();
    canary = await startCanary();
    const policy = join(temporaryFolder(), "policy.yaml");
    // Nobody would be asked before an action is executed.
    writeFileSync(policy, "rules:\n  - { name: all, verdict: auto, reason: Whatever a model wants. }\n");
    daemon = await startTestDaemon({
      TOCSIN_POLICY_FILE: policy,
      TOCSIN_OPENAI_API_KEY: KEY,
      TOCSIN_OPENAI_BASE_URL: model.url,
      TOCSIN_OPENAI_MODEL: "fake",
      TOCSIN_OPENAI_DAY_TOKENS: "100000000",
    });
  });
  after(async () => {
    await daemon.stop();
    await model.stop();
    await canary.stop();
  });

  const post = async (path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await core(daemon, path, { method: "POST", body });
    expect(answer.status, answer.text.slice(0, 300)).to.be.below(300);
    return answer.json();
  };
  const read = async <Body>(path: string): Promise<Body> => (await core(daemon, path)).json<Body>();
  const at = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString();

  /** An hour of a service, in the last minutes of which each text is an error, with secrets beside them. */
  async function send(service: string, group: readonly Injection[], secrets: readonly string[]): Promise<void> {
    const usual = Array.from({ length: 50 }, (_, index) => ({
      service,
      level: "info",
      message: "an order was placed",
      timestamp: at(60 - index),
    }));
    const hostile = [...group.map(({ text }) => text), ...secrets].flatMap((message) =>
      [8, 6, 4, 2].map((minutes) => ({
        service,
        level: "error",
        message,
        timestamp: at(minutes),
        metadata: { note: message },
      })),
    );
    expect((await ingest(daemon, "/events/logs/batch", [...usual, ...hostile])).status).to.equal(202);
    for (const { text } of group.slice(0, 3)) {
      const deployment = {
        service,
        version: text.slice(0, 90),
        environment: "production",
        timestamp: at(9),
        metadata: { commitMessage: text, author: secrets[0] ?? text },
      };
      expect((await ingest(daemon, "/events/deployments", deployment)).status).to.equal(202);
    }
  }

  async function ask(service: string, group: readonly Injection[], secret: string): Promise<string> {
    const title = (group[0]?.text ?? "").slice(0, 400);
    const description = [...group.map(({ text }) => text), secret].join("\n").slice(0, 15_000);
    const { id } = await post("/incidents", { title, description, severity: "HIGH", affectedServices: [service] });
    await post(`/incidents/${id}/diagnose`, {});
    return String(id);
  }

  return {
    send,
    post,
    ask,
    read,
    get canary() {
      return canary;
    },
    get daemon() {
      return daemon;
    },
    get model() {
      return model;
    },
  };
}
