import type { CoreApi } from "../generated/core/sdk.gen.ts";
import type { IngestionApi } from "../generated/ingestion/sdk.gen.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** Whether one of the two interfaces is well. None of these needs a token. */
export function createHealth({
  api,
  with: how,
}: Port<Pick<CoreApi & IngestionApi, "checkLiveness" | "checkReadiness" | "readMetrics">>) {
  return {
    /** Whether the process runs. */
    live: (options?: CallOptions) => data(api.checkLiveness({ ...how(options) })),
    /** Whether it takes requests. @throws ServerError (503) while it does not. */
    ready: (options?: CallOptions) => data(api.checkReadiness({ ...how(options) })),
    /** Its metrics, in the text format of Prometheus. */
    metrics: (options?: CallOptions) => data(api.readMetrics({ ...how(options, "text/plain") })),
  };
}
