/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  json<Body = Readonly<Record<string, unknown>>>(): Body;
}

export interface RequestOptions {
  readonly method?: string;
  readonly token?: string;
  /** An object is sent as JSON; text and bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const isRaw = (body: unknown): body is string | Buffer => typeof body === "string" || Buffer.isBuffer(body);

export async function request(url: string, options: RequestOptions = {}): Promise<Answer> {
  const { body, token } = options;
  const headers = new Headers(options.headers);
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const method = options.method ?? (body === undefined ? "GET" : "POST");
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = isRaw(body) ? (body as NonNullable<RequestInit["body"]>) : JSON.stringify(body);
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: <Body>() => JSON.parse(text) as Body };
}

/** The body of every error. */
export interface ErrorBody {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
}
