import { version } from "./version.ts";

/**
 * A value that a header can hold, without the white space around it: a token is often read from a file that ends its
 * line. An empty one counts as none. The platform's own error would repeat the value, which may be a token, in a log.
 * @throws TypeError that names the value and doesn't repeat it.
 */
export function headerValue(name: string, value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  if (!trimmed) return undefined;
  if (/[^ -~\u00a0-\u00ff]/.test(trimmed))
    throw new TypeError(`${name} holds a line break or another character that no HTTP header can hold.`);
  return trimmed;
}

/** A new Idempotency-Key: 32 hexadecimal digits. Browsers have `randomUUID` over HTTPS and on localhost only. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The `User-Agent`: the application, the SDK and Node. Undefined in a browser, which sets its own. */
export function userAgentOf(application: string | undefined): string | undefined {
  const { process } = globalThis as { process?: { versions?: Record<string, string | undefined> } };
  const node = process?.versions?.["node"];
  if (node === undefined) return undefined;
  const own = `tocsin-sdk/${version} node/${node}`;
  return application === undefined ? own : `${application} ${own}`;
}
