import { IngestBuffer } from "../ingest/buffer.ts";
import type { BufferOptions } from "../ingest/options.ts";
import type { Delivery } from "../ingest/post.ts";
import { headerValue } from "../transport/headers.ts";

/** The method of ingestion that makes buffers. */
export const createBuffered = (delivery: Delivery) => ({
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
});
