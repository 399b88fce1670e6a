import { type CallOptions, type Credentials, type Defaults, transportFor } from "./port.ts";

/** A request by hand. */
export interface RawRequest {
  /** `GET`, `POST` … in any case. */
  readonly method: string;
  /** Path with its query, for example `/incidents?limit=5`. */
  readonly path: string;
  /** Sent as it is where it is a string, else as JSON. */
  readonly body?: unknown;
  /** Further headers; they win over the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Which interface is asked. Default `core`. */
  readonly target?: "core" | "ingestion" | undefined;
}

/** One of the two interfaces. */
export interface Target {
  readonly url: string;
  readonly credentials: Credentials;
  /** The headers that every request carries, with the token or key. */
  headers(credential: string | undefined): Headers;
}

export function createRequest(targets: Readonly<Record<"core" | "ingestion", Target>>, defaults: Defaults) {
  return async (
    { method, path, body, headers: own, target = "core" }: RawRequest,
    options?: CallOptions,
  ): Promise<Response> => {
    const { url, credentials, headers: headersWith } = targets[target];
    const transport = transportFor(options, undefined, credentials, defaults);
    const headers = headersWith(await transport.auth());
    if (body !== undefined) headers.set("content-type", "application/json");
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const request = new Request(`${url}${path.startsWith("/") ? path : `/${path}`}`, {
      method,
      headers,
      ...(text !== undefined && { body: text }),
    });
    return transport.fetch(request);
  };
}
