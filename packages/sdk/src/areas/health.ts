import { type CallOptions, data, type Port } from "../transport/port.ts";

/** Whether one of the two interfaces is well. None of these needs a token. */
export function createHealth({ api, with: how }: Port) {
  return {
    /**
     * Whether the process runs.
     * @example
     * await tocsin.health.core.live();
     */
    live: (options?: CallOptions) => data(api.checkLiveness({ ...how(options) })),
    /**
     * Whether it takes requests.
     * @throws ServerError (503) while it does not.
     * @example
     * console.log(await tocsin.health.ingestion.ready({ retries: 0 }));
     */
    ready: (options?: CallOptions) => data(api.checkReadiness({ ...how(options) })),
    /**
     * Its metrics, in the text format of Prometheus.
     * @example
     * const text = await tocsin.health.core.metrics();
     * console.log(text.split("\n").filter((line) => line.startsWith("tocsin_")));
     */
    metrics: (options?: CallOptions) => data(api.readMetrics({ ...how(options, "text/plain") })),
  };
}
