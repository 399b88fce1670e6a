import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { ProbeFailed } from "../../src/probe/prober.ts";
import { type Certificate, certificateFor, hasOpenssl } from "../support/certificates.ts";
import { type Listening, probe, rawServer, tlsServer } from "../support/http-probe.ts";

const openssl = hasOpenssl();
const suite = openssl ? describe : describe.skip;

suite(`checkHttpHealth over TLS${openssl ? "" : " (pending: openssl isn't installed)"}`, function () {
  this.timeout(20_000);
  const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS + DAY_MS / 2);
  const known = getCACertificates("default");
  let server: Listening | undefined;
  let requests: number;
  const serve = async (certificate: Certificate): Promise<string> => {
    requests = 0;
    server = await tlsServer(certificate, (_request, response) => {
      requests += 1;
      response.end("ok");
    });
    return `https://shop.test:${server.port}/`;
  };
  const trusted = (certificate: Certificate): Certificate => {
    setDefaultCACertificates([...known, certificate.cert]);
    return certificate;
  };
  afterEach(async () => {
    setDefaultCACertificates(known);
    await server?.close();
    server = undefined;
  });

  it("tells protocol, certificate and what the handshake took", async () => {
    const url = await serve(trusted(certificateFor("shop.test", inDays(-1), inDays(90))));
    const { text, findings } = await probe(url);
    expect(findings).to.have.length(1);
    expect(findings[0]).to.match(/^200 after/);
    expect(text)
      .to.match(/TLS: TLSv1\.[23]/)
      .and.match(/connect \d+ ms, TLS \d+ ms, first byte/);
    expect(text).to.include("Certificate subject: CN=shop.test").and.include("Certificate names: DNS:shop.test");
    expect(text)
      .to.match(/Certificate issuer: CN=shop\.test/)
      .and.include("Certificate days left: 90");
  });

  it("finds a certificate that expires soon", async () => {
    const url = await serve(trusted(certificateFor("shop.test", inDays(-80), inDays(6))));
    const { findings } = await probe(url);
    expect(findings[1]).to.equal("Its certificate expires in 6 days.");
    expect(requests).to.equal(1);
  });

  for (const [what, name, from, to, trust, expected] of [
    ["is signed by itself", "shop.test", -1, 90, false, /^Its certificate isn't trusted: it is signed by itself/],
    [
      "is another name's",
      "other.test",
      -1,
      90,
      true,
      /^Its certificate isn't trusted: it is made out for another name/,
    ],
    ["has expired", "shop.test", -90, -4, true, /^Its certificate isn't trusted: it has expired; nothing was asked/],
    ["isn't valid yet", "shop.test", 5, 90, true, /^Its certificate isn't trusted: it isn't valid yet/],
  ] as const) {
    it(`asks nothing where the certificate ${what}, and says so`, async () => {
      const certificate = certificateFor(name, inDays(from), inDays(to));
      const url = await serve(trust ? trusted(certificate) : certificate);
      const { text, findings } = await probe(url);
      expect(findings[0]).to.match(expected);
      expect(text).to.include("Status: none").and.include(`Certificate subject: CN=${name}`);
      expect(requests).to.equal(0);
    });
  }

  it("counts the days since a certificate expired", async () => {
    const url = await serve(certificateFor("shop.test", inDays(-90), inDays(-5)));
    expect((await probe(url)).findings[1]).to.equal("Its certificate expired 4 days ago.");
  });

  it("says that a server doesn't speak TLS, or doesn't answer the handshake", async () => {
    for (const [take, expected] of [
      ["HTTP/1.1 400 Bad Request\r\n\r\n", /couldn't agree on TLS .* while negotiating TLS/],
      [undefined, /didn't answer in time: it was still negotiating TLS/],
    ] as const) {
      server = await rawServer((socket) => void (take && socket.end(take)));
      const asked = probe(`https://shop.test:${server.port}/`, { signal: AbortSignal.timeout(500) });
      const error = await asked.catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(ProbeFailed);
      expect((error as Error).message).to.match(expected);
      await server.close();
      server = undefined;
    }
  });
});
