import { expect } from "chai";
import { Tocsin } from "../src/index.ts";

describe("a page that buffers", () => {
  const listeners = new Map<string, () => void>();
  const page = { addEventListener: (event: string, listener: () => void) => listeners.set(event, listener) };
  beforeEach(() => {
    const removeEventListener = (event: string) => listeners.delete(event);
    Object.assign(globalThis, page, { removeEventListener, document: { visibilityState: "visible" } });
  });
  afterEach(() => {
    for (const name of ["addEventListener", "removeEventListener", "document"])
      Reflect.deleteProperty(globalThis, name);
  });

  for (const event of ["pagehide", "visibilitychange"]) {
    it(`sends what waits on ${event}, before the handler returns, by requests that outlive it`, async () => {
      const asked: (RequestInit | undefined)[] = [];
      const answer = () => new Response('{"accepted":1}', { status: 202 });
      const fetch: typeof globalThis.fetch = async (_url, init) => {
        asked.push(init);
        return answer();
      };
      const buffer = new Tocsin({ fetch }).ingest.buffered();
      buffer.log({ service: "shop", level: "error", message: "cannot load the cart" });
      Object.assign(globalThis, { document: { visibilityState: "hidden" } });
      listeners.get(event)?.();
      expect(asked.map((init) => init?.keepalive)).to.deep.equal([true]);
      await buffer.close();
      expect(listeners.size).to.equal(0);
    });
  }
});
