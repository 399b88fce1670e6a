import type { IncomingMessage } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { createOutbound, type OutboundOptions } from "../../src/adapters/outbound/outbound.ts";
import { KIB } from "../../src/kernel/bytes.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import {
  type OutboundAnswer,
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
} from "../../src/notify/outbound.ts";
import { certificateFor, hasOpenssl } from "../support/certificates.ts";
import { httpServer, type Listening, rawServer, tlsServer } from "../support/http-probe.ts";
import { internalAddresses } from "../support/inner-addresses.ts";

type Extra = Partial<OutboundRequest> &
  Partial<Pick<OutboundOptions, "resolve">> & {
    /** Each NAME or NAME@ORGANIZATION. */
    readonly hosts?: readonly string[];
    readonly signal?: AbortSignal;
  };

const allowed = (host: string) => {
  const [name = "", organizationId] = host.split("@");
  return { name, organizationId };
};

/** Every name leads to loopback unless the test says otherwise, and the URL's own host may. */
const send = (url: string, extra: Extra = {}): Promise<OutboundAnswer> => {
  const own = URL.canParse(url) ? [new URL(url).host] : [];
  const { hosts = own, resolve = async () => ["127.0.0.1"], signal = new AbortController().signal, ...request } = extra;
  const headers = { "content-type": "application/json" };
  const whole = { organizationId: "acme", method: "POST", url, headers, body: "{}", timeoutMs: 10_000 } as const;
  return createOutbound({ hosts: hosts.map(allowed), resolve })({ ...whole, ...request }, signal);
};

async function thrownBy(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    (answer) => expect.fail(`it was answered: ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
}

async function refusal(asked: Promise<unknown>): Promise<string> {
  const error = await thrownBy(asked);
  expect(error, String(error)).to.be.instanceOf(OutboundRefused);
  return (error as Error).message;
}

async function failed(asked: Promise<unknown>): Promise<OutboundFailed> {
  const error = await thrownBy(asked);
  expect(error, String(error)).to.be.instanceOf(OutboundFailed);
  return error as OutboundFailed;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

describe("Asking an address that somebody gave", () => {
  const open: Listening[] = [];
  const keep = async (listening: Promise<Listening>): Promise<number> => {
    open.push(await listening);
    return (await listening).port;
  };
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
  });

  it("sends method, headers and body once, and answers status, headers and body", async () => {
    const seen: unknown[] = [];
    const port = await keep(
      httpServer((request, response) => {
        void textOf(request).then((text) => {
          const { host, "x-own": own, "user-agent": agent } = request.headers;
          seen.push([request.method, request.url, host, own, agent, text]);
          response.writeHead(201, { "X-Told": "yes" }).end("taken");
        });
      }),
    );
    const answer = await send(`http://hook.test:${port}/in?a=b`, { headers: { "x-own": "1" }, body: '{"x":"ä"}' });
    expect([answer.status, answer.headers["x-told"], answer.body]).to.deep.equal([201, "yes", "taken"]);
    expect(seen).to.deep.equal([["POST", "/in?a=b", `hook.test:${port}`, "1", "Tocsin", '{"x":"ä"}']]);
  });

  it("follows no redirect: it is an answer", async () => {
    const port = await keep(
      httpServer((_request, response) => response.writeHead(307, { location: "http://169.254.169.254/" }).end()),
    );
    expect((await send(`http://hook.test:${port}/`)).status).to.equal(307);
    expect(open[0]?.connections()).to.equal(1);
  });

  it("reads the beginning of a body, 64 KiB of it", async () => {
    const port = await keep(
      httpServer((_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write("x".repeat(KIB)));
        };
        response.on("drain", more);
        more();
      }),
    );
    expect((await send(`http://hook.test:${port}/`)).body).to.have.length(64 * KIB);
  });

  it("takes a status for an answer, though its body doesn't end", async () => {
    const port = await keep(httpServer((_request, response) => void response.writeHead(200).write("so far")));
    const answer = await send(`http://hook.test:${port}/`, { timeoutMs: 500 });
    expect([answer.status, answer.body]).to.deep.equal([200, "so far"]);
  });

  describe("refuses", () => {
    it(`each of ${internalAddresses.length} spellings of an inner address`, async () => {
      const port = await keep(rawServer((socket) => socket.destroy()));
      for (const spelling of internalAddresses) {
        const message = await refusal(send(spelling.replace("PORT", String(port)), { hosts: [] }));
        expect(message, spelling).to.match(/leads to an inner network; TOCSIN_OUTBOUND_HOSTS/);
      }
      expect(open[0]?.connections()).to.equal(0);
    });

    it("a host that is open to another organization alone", async () => {
      const port = await keep(httpServer((_request, response) => response.end("hello")));
      const url = `http://hook.test:${port}/`;
      const hosts = [`hook.test:${port}@acme`];
      expect((await send(url, { hosts })).body).to.equal("hello");
      for (const organizationId of ["other", "ACME", "", "acme@acme"]) {
        expect(await refusal(send(url, { hosts, organizationId }))).to.match(/your organization may reach/);
      }
      expect(
        (await send(url, { hosts: [...hosts, `hook.test:${port}@other`], organizationId: "other" })).status,
      ).to.equal(200);
      expect(open[0]?.connections()).to.equal(2);
    });

    it("a name of which one address is inside, without saying which", async () => {
      const resolve = async () => ["93.184.216.34", "10.0.0.7"];
      expect(await refusal(send("https://hook.test/", { hosts: [], resolve }))).not.to.include("10.0.0.7");
    });

    it("a metadata service behind a host that is allowed", async () => {
      for (const address of ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "::ffff:169.254.169.254"]) {
        await refusal(send("http://hook.test/", { resolve: async () => [address] }));
      }
    });

    it("the port of an inner host that isn't the one allowed", async () => {
      const port = await keep(rawServer((socket) => socket.destroy()));
      for (const hosts of [["hook.test"], ["hook.test:1"], ["*.hook.test"]]) {
        await refusal(send(`http://hook.test:${port}/`, { hosts }));
      }
      expect(open[0]?.connections()).to.equal(0);
    });

    for (const url of [
      "ftp://hook.test/",
      "file:///etc/passwd",
      "http://user@hook.test/",
      "http://user:password@hook.test/",
      "http://hook.test /",
      "http://hook.test\\@127.0.0.1/",
      "http://hook.test/\r\nHost: other",
      "hook.test",
    ]) {
      it(`the address ${JSON.stringify(url)}`, () => refusal(send(url)).then(() => undefined));
    }

    it("a header that would begin another one", async () => {
      const port = await keep(rawServer((socket) => socket.destroy()));
      await refusal(send(`http://hook.test:${port}/`, { headers: { "x-own": "1\r\nx-other: 2" } }));
    });
  });

  it("asks a name once, and connects to what was checked though it leads elsewhere by then", async () => {
    const port = await keep(httpServer((_request, response) => response.end("inside")));
    let asked = 0;
    const resolve = async () => [["127.0.0.1"], ["127.0.0.2"]][asked++] ?? [];
    expect((await send(`http://hook.test:${port}/`, { resolve })).body).to.equal("inside");
    expect(asked).to.equal(1);
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
