import type { BodyBudget, BodyHolding, BodySource } from "../../src/http/ingest/body-budget.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";

interface Body extends BodyHolding {
  readonly fault: () => ApplicationError | undefined;
}

/** The stores and helpers of the tests about the budget of bodies. */
export function bodyHolder() {
  const limits = {
    bytes: 1000,
    reservedBytes: 250,
    smallBytes: 100,
    connectionBytes: 600,
    minimumRate: { bytesPerSecond: 100, windowMs: 200 },
  };

  const openIn = (budget: BodyBudget, more: Partial<BodySource> = {}): Body => {
    let fault: ApplicationError | undefined;
    const source = { organizationId: "acme", connection: {}, announced: undefined, ...more };
    const holding = budget.open({ ...source, evict: (reason) => (fault = reason) });
    return Object.assign(holding, { fault: () => fault });
  };
  const added = (holding: BodyHolding, bytes: number): boolean => {
    try {
      holding.add(bytes);
      return true;
    } catch {
      holding.release();
      return false;
    }
  };
  const unhurried = { ...limits, minimumRate: { bytesPerSecond: 1, windowMs: 600_000 } };

  return {
    limits,
    openIn,
    unhurried,
    added,
  };
}
