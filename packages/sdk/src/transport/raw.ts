import { type CallOptions, type Defaults, transportFor } from "./port.ts";

export interface RawRequest {
  readonly method: string;
  /** Path with its query, for example `/incidents?limit=5`. */
  readonly path: string;
  /** Sent as it is where it is a string, else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Which interface is asked. Default `core`. */
  readonly target?: "core" | "ingestion" | undefined;
}

export interface Target {
  readonly url: string;
  headers(): Promise<Headers>;
}

/** Sends any request with the client's token or key, its retries and its errors. A POST to the ingestion interface gets an Idempotency-Key unless it has one. */
export function createRequest(targets: Readonly<Record<"core" | "ingestion", Target>>, defaults: Defaults) {
  return async (
    { method, path, body, headers: own, target = "core" }: RawRequest,
    options?: CallOptions,
  ): Promise<Response> => {
    const { url, headers: read } = targets[target];
    const headers = await read();
    if (body !== undefined) headers.set("content-type", "application/json");
    if (target === "ingestion" && method.toUpperCase() === "POST") headers.set("idempotency-key", crypto.randomUUID());
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const request = new Request(`${url}${path.startsWith("/") ? path : `/${path}`}`, {
      method,
      headers,
      ...(text !== undefined && { body: text }),
    });
    return transportFor(options, undefined, defaults)(request);
  };
}
