import type { RemediationAction, Tocsin } from "@tocsin/sdk";
import { findById } from "./by-id.ts";

/** The remediation action of an id, or of the only id that begins with the given characters. */
export async function findAction(client: Tocsin, given: string): Promise<RemediationAction> {
  return findById(given, {
    what: "action",
    list: "remediation list",
    get: (id) => client.remediation.get(id),
    async *newest() {
      yield* await client.remediation.actions({ limit: 500 });
    },
    nameOf: ({ actionType, serviceName, status }) => `${actionType} of ${serviceName ?? "-"}, ${status}`,
  });
}
