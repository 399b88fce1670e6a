import type { DeploymentEvent, LogEvent, MetricPoint, OnInvalid } from "../generated/types.gen.ts";
import { IngestBuffer } from "../ingest/buffer.ts";
import type { BufferOptions } from "../ingest/options.ts";
import type { Delivery } from "../ingest/post.ts";
import { headerValue } from "../transport/headers.ts";
import { type CallOptions, data, type Port } from "../transport/port.ts";

/** The last argument of every sending method. */
export interface SendOptions extends CallOptions {
  /** The organization that the events belong to. Defaults to the client's. */
  readonly organizationId?: string | undefined;
}

/**
 * Telemetry in. A resolved call means that the events are durable. After a rejected one they may not be, and can be
 * sent again with the same key.
 */
export function createIngest({ api, with: how }: Port, delivery: Delivery) {
  return {
    /**
     * A buffer that sends in the background, for programs that must neither wait for Tocsin nor fail with it.
     * @throws RangeError where a number of the options is none that can hold, TypeError where the organization can't be sent.
     * @example
     * const buffer = tocsin.ingest.buffered({ maxEvents: 10_000 });
     * buffer.log({ service: "checkout", level: "error", message: "payment refused" });
     * await buffer.close();
     */
    buffered: (options: BufferOptions = {}): IngestBuffer => {
      const organizationId = headerValue("organizationId", options.organizationId);
      const own: Record<string, string> = organizationId === undefined ? {} : { "x-organization-id": organizationId };
      return new IngestBuffer({ ...delivery, headers: { ...delivery.headers, ...own } }, options);
    },
    /**
     * Sends one log event and answers its id.
     * @throws BadRequestError where it is invalid.
     * @example
     * const { id } = await tocsin.ingest.log({ service: "checkout", level: "error", message: "payment timed out" });
     * console.log(id);
     */
    log: (event: LogEvent, options?: SendOptions) =>
      data(api.sendLog({ body: event, ...headers(options), ...how(options) })),
    /**
     * Sends up to 10,000 log events in one batch. With `onInvalid: 'skip'` the bad ones are left out and counted in
     * `rejected`; otherwise one bad event refuses the batch.
     * @throws BadRequestError with `details` naming the bad ones, for example `/3/level`.
     * @example
     * const { accepted, rejected } = await tocsin.ingest.logs(
     *   [
     *     { service: "checkout", level: "info", message: "started" },
     *     { service: "checkout", level: "error", message: "no database" },
     *   ],
     *   { onInvalid: "skip" },
     * );
     * console.log(accepted, rejected);
     */
    logs: (events: LogEvent[], options?: SendOptions & { readonly onInvalid?: OnInvalid | undefined }) =>
      data(
        api.sendLogs({ body: events, query: { onInvalid: options?.onInvalid }, ...headers(options), ...how(options) }),
      ),
    /**
     * Sends one metric data point and answers its id.
     * @throws BadRequestError where it is invalid.
     * @example
     * await tocsin.ingest.metric({ service: "checkout", name: "latency_p99", value: 412, unit: "ms" });
     */
    metric: (point: MetricPoint, options?: SendOptions) =>
      data(api.sendMetric({ body: point, ...headers(options), ...how(options) })),
    /**
     * Says that a version was deployed, and answers the id of that event.
     * @throws BadRequestError where it is invalid.
     * @example
     * await tocsin.ingest.deployment({ service: "checkout", version: "2.4.1", environment: "production" });
     */
    deployment: (event: DeploymentEvent, options?: SendOptions) =>
      data(api.sendDeployment({ body: event, ...headers(options), ...how(options) })),
  };
}

const headers = ({ organizationId }: SendOptions = {}) =>
  organizationId === undefined ? {} : { headers: { "x-organization-id": organizationId } };
