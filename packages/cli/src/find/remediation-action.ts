import type { RemediationAction, Tocsin } from "@tocsin/sdk";
import { statusText } from "../format/action-status.ts";
import { findById } from "./by-id.ts";

export async function findRemediationAction(client: Tocsin, given: string): Promise<RemediationAction> {
  return findById(given, {
    what: "action",
    list: "remediation list",
    get: (id) => client.remediation.get(id),
    async *newest() {
      yield* await client.remediation.actions({ limit: 500 });
    },
    nameOf: (action) => `${action.actionType} of ${action.serviceName ?? "-"}, ${statusText(action)}`,
  });
}
