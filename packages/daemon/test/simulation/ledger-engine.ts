import type { DetectionEngine } from "../../src/detect/engine/detection-engine.ts";
import type { ServiceKey } from "../../src/detect/state/service-state.ts";
import type { Telemetry } from "../../src/model/telemetry.ts";

/** A detection engine that keeps the ids of all that it observed of a service in that service's stored state. */
export interface LedgerEngine extends DetectionEngine {
  /** What the last step of the engine observed. */
  lastObserved(): readonly Telemetry[];
}

const nameOf = ({ organizationId, service }: ServiceKey): string => `${organizationId} ${service}`;

/** The ids in a stored state. */
export const idsInState = (state: string): readonly string[] => (JSON.parse(state) as [string[], string])[0];

export const isPoison = (item: Telemetry): boolean => item.kind === "log" && item.message.includes("poison");

/** Wraps the real engine, whose state travels beside the ids. A poison event makes it throw. */
export function createLedgerEngine(engine: DetectionEngine): LedgerEngine {
  const ledgers = new Map<string, string[]>();
  let last: readonly Telemetry[] = [];
  return {
    ...engine,
    lastObserved: () => last,
    load(key, stored) {
      const [ids, state] = stored === null ? [[], null] : (JSON.parse(stored) as [string[], string]);
      ledgers.set(nameOf(key), ids);
      engine.load(key, state);
    },
    observe(telemetry, now) {
      last = telemetry;
      if (telemetry.some(isPoison)) throw new Error("The engine stumbled over a poison event.");
      for (const item of telemetry) ledgers.get(nameOf(item))?.push(item.id);
      return engine.observe(telemetry, now);
    },
    examine(keys, now) {
      last = [];
      return engine.examine(keys, now);
    },
    takeChanges: () =>
      engine
        .takeChanges()
        .map((change) => ({ ...change, state: JSON.stringify([ledgers.get(nameOf(change)) ?? [], change.state]) })),
    forget(keys) {
      for (const key of keys) ledgers.delete(nameOf(key));
      engine.forget(keys);
    },
    forgetWhere(isForgotten) {
      for (const name of [...ledgers.keys()]) {
        const [organizationId = "", service = ""] = name.split(" ");
        if (isForgotten({ organizationId, service })) ledgers.delete(name);
      }
      engine.forgetWhere(isForgotten);
    },
  };
}
