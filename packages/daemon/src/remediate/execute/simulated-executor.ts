import type { Clock } from "../../kernel/clock.ts";
import type { RemediationAction } from "../../model/remediation.ts";
import { ExecutionRefused, type Executor, type Outgoing } from "../targets/executor.ts";

/** Does as if. `aim` asks nobody, and neither does what is made here: it asks no cluster and no address, and writes down what it would have sent. */
export function createSimulation({ aim, render }: Pick<Executor, "aim" | "render">, clock: Clock): Executor {
  // Nothing leaves here, so what a worker that ended had begun can be written down again.
  const rendered = (action: RemediationAction) => ({ simulated: render(action, clock.now()) });
  return {
    aim,
    render,
    check: async () => undefined,
    send: async (action) => rendered(action),
    trace: async (action) => rendered(action),
    async settle(_action, { simulated }) {
      const requests = simulated as readonly Outgoing[];
      const [first, ...more] = requests.map(({ method, url }) => `${method} ${url}`);
      if (first === undefined) throw new ExecutionRefused("There is nothing to send.");
      const summary = [`Simulated: would send ${first}`, ...more].join(", then ");
      return { ok: true, summary: `${summary}.`, details: {} };
    },
  };
}
