import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { abortOnDisconnect } from "../../src/http/core/answers.ts";

describe("a caller who waits for an answer", () => {
  const asked = () => Promise.withResolvers<ServerResponse>();
  let { promise, resolve } = asked();
  const server = createServer((_request, response) => resolve(response));
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  before(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  beforeEach(() => {
    ({ promise, resolve } = asked());
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it("and leaves is noticed", async () => {
    const caller = new AbortController();
    const answer = fetch(url(), { signal: caller.signal }).catch((error: Error) => error.name);
    const left = abortOnDisconnect(await promise);
    expect(left.aborted).to.equal(false);
    caller.abort();
    await once(left, "abort");
    expect(await answer).to.equal("AbortError");
  });

  it("and gets it hasn't left", async () => {
    const answer = fetch(url());
    const response = await promise;
    const left = abortOnDisconnect(response);
    const closed = once(response, "close");
    response.end("done");
    expect(await (await answer).text()).to.equal("done");
    await closed;
    expect(left.aborted).to.equal(false);
  });
});
