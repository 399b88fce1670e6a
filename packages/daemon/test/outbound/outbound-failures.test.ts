import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { OutboundFailed } from "../../src/notify/outbound.ts";
import { certificateFor, hasOpenssl } from "../support/certificates.ts";
import { type Listening, rawServer, tlsServer } from "../support/http-probe.ts";
import { send, thrownBy } from "./outbound-samples.ts";

async function failed(asked: Promise<unknown>): Promise<OutboundFailed> {
  const error = await thrownBy(asked);
  expect(error, String(error)).to.be.instanceOf(OutboundFailed);
  return error as OutboundFailed;
}

describe("Asking an address that gives no answer", () => {
  const open: Listening[] = [];
  const keep = async (listening: Promise<Listening>): Promise<number> => {
    open.push(await listening);
    return (await listening).port;
  };
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  describe("fails", () => {
    it("not sent, where nobody takes the connection or the name has no address", async () => {
      const port = await keep(rawServer((socket) => socket.destroy()));
      await open.pop()?.close();
      const refused = await failed(send(`http://hook.test:${port}/secret-path`));
      expect([refused.sent, refused.message]).to.deep.equal([false, `hook.test:${port} refused the connection.`]);
      const nameless = await failed(
        send("http://hook.test/", { resolve: () => Promise.reject(new Error("ENOTFOUND")) }),
      );
      expect([nameless.sent, nameless.message]).to.deep.equal([false, "The name hook.test couldn't be resolved."]);
      expect((await failed(send("http://hook.test/", { resolve: async () => [] }))).sent).to.equal(false);
    });

    it("perhaps sent, where no answer comes in time", async () => {
      const port = await keep(rawServer(() => undefined));
      const { sent, message } = await failed(send(`http://hook.test:${port}/`, { timeoutMs: 200 }));
      expect([sent, message]).to.deep.equal([true, `hook.test:${port} gave no answer within 0.2 s.`]);
    });

    it("perhaps sent, where the connection breaks before the answer", async () => {
      const port = await keep(rawServer((socket) => socket.once("data", () => socket.destroy())));
      const { sent, message } = await failed(send(`http://hook.test:${port}/`));
      expect([sent, message]).to.deep.equal([true, `hook.test:${port} broke the connection off.`]);
    });

    it("where the answer isn't HTTP, or its headers have no end", async () => {
      const port = await keep(rawServer((socket) => socket.once("data", () => socket.end("220 mail.test ESMTP\r\n"))));
      expect((await failed(send(`http://hook.test:${port}/`))).message).to.match(/answered what isn't HTTP/);
      const long = await keep(
        rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n${`x: ${"y".repeat(1000)}\r\n`.repeat(40)}`)),
      );
      expect((await failed(send(`http://hook.test:${long}/`))).message).to.match(/headers of more than 16 KiB/);
    });

    it("where it is called off", async () => {
      const stop = new AbortController();
      const port = await keep(rawServer((socket) => socket.once("data", () => stop.abort())));
      const { sent, message } = await failed(send(`http://hook.test:${port}/`, { signal: stop.signal }));
      expect([sent, message]).to.deep.equal([true, `Asking hook.test:${port} was called off.`]);
    });
  });

  const openssl = hasOpenssl();
  (openssl ? describe : describe.skip)(`over TLS${openssl ? "" : " (pending: openssl isn't installed)"}`, () => {
    const known = getCACertificates("default");
    const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
    afterEach(() => setDefaultCACertificates(known));

    it("asks a host whose certificate is trusted, by its name", async () => {
      const certificate = certificateFor("hook.test", inDays(-1), inDays(9));
      setDefaultCACertificates([...known, certificate.cert]);
      const port = await keep(tlsServer(certificate, (_request, response) => response.end("safe")));
      expect((await send(`https://hook.test:${port}/`)).body).to.equal("safe");
    });

    for (const [what, name, days, trusted] of [
      ["signed by itself", "hook.test", 9, false],
      ["another name's", "other.test", 9, true],
      ["expired", "hook.test", -1, true],
    ] as const) {
      it(`sends nothing where the certificate is ${what}`, async () => {
        const certificate = certificateFor(name, inDays(-20), inDays(days));
        if (trusted) setDefaultCACertificates([...known, certificate.cert]);
        let requests = 0;
        const port = await keep(tlsServer(certificate, () => (requests += 1)));
        const { sent, message } = await failed(send(`https://hook.test:${port}/`));
        expect([sent, requests]).to.deep.equal([false, 0]);
        expect(message).to.match(/isn't trusted: its certificate or TLS doesn't do/);
      });
    }
  });
});
