import type { Clock } from "../../kernel/clock.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import { ExecutionRefused, type Executor, type OutgoingRequest } from "../targets/executor.ts";

/** Contacts nothing, and records the requests that it would have sent. */
export function createSimulation(
  { resolveTarget, render }: Pick<Executor, "resolveTarget" | "render">,
  clock: Clock,
): Executor {
  // Nothing is sent, so an interrupted simulation can be repeated.
  const rendered = (action: RemediationAction) => ({ simulated: render(action, clock.now()) });
  return {
    resolveTarget,
    render,
    check: async () => undefined,
    send: async (action) => rendered(action),
    findEffect: async (action) => rendered(action),
    async awaitOutcome(_action, { simulated }) {
      const requests = simulated as readonly OutgoingRequest[];
      const [first, ...more] = requests.map(({ method, url }) => `${method} ${url}`);
      if (first === undefined) throw new ExecutionRefused("There is nothing to send.");
      const summary = [`Simulated: would send ${first}`, ...more].join(", then ");
      return { ok: true, summary: `${summary}.`, details: {} };
    },
  };
}
