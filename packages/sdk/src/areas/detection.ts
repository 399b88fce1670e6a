import type { CoreApi } from "../generated/core/sdk.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** What turns telemetry into incidents. */
export function createDetection({ api, with: how }: Port<CoreApi>) {
  return {
    /** The rules in force. */
    rules: (options?: CallOptions) => data(api.listDetectionRules({ ...how(options) })),
  };
}
