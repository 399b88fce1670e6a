import { expect } from "chai";
import { createOutbound, type OutboundOptions } from "../../src/adapters/outbound/outbound.ts";
import type { OutboundAnswer, OutboundRequest } from "../../src/notify/outbound.ts";

export type Extra = Partial<OutboundRequest> &
  Partial<Pick<OutboundOptions, "resolve">> & {
    /** Each NAME or NAME@ORGANIZATION. */
    readonly hosts?: readonly string[];
    readonly signal?: AbortSignal;
  };

export const allowed = (host: string) => {
  const [name = "", organizationId] = host.split("@");
  return { name, organizationId };
};

/** Every name leads to loopback unless the test says otherwise, and the URL's own host may. */
export const send = (url: string, extra: Extra = {}): Promise<OutboundAnswer> => {
  const own = URL.canParse(url) ? [new URL(url).host] : [];
  const { hosts = own, resolve = async () => ["127.0.0.1"], signal = new AbortController().signal, ...request } = extra;
  const headers = { "content-type": "application/json" };
  const whole = { organizationId: "acme", method: "POST", url, headers, body: "{}", timeoutMs: 10_000 } as const;
  return createOutbound({ hosts: hosts.map(allowed), resolve })({ ...whole, ...request }, signal);
};

export async function thrownBy(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    (answer) => expect.fail(`it was answered: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
}
