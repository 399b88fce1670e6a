import { expect } from "chai";
import { ProbeRefused } from "../../src/probe/prober.ts";
import { type Listening, probe, rawServer } from "../support/http-probe.ts";
import { internalAddresses } from "../support/inner-addresses.ts";

const refusal = async (asked: Promise<unknown>): Promise<ProbeRefused> => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ProbeRefused);
  return error as ProbeRefused;
};

/** Asked with api.example.com and *.example.org allowed, on the canary's port too; every name leads to the canary. */
const tricks = [
  "http://user@api.example.com/",
  "http://user:password@api.example.com/",
  "http://:@api.example.com@127.0.0.1:PORT/",
  "http://api.example.com@127.0.0.1:PORT/",
  "http://api.example.com:80@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT#@api.example.com/",
  "http://127.0.0.1:PORT?@api.example.com/",
  "http://127.0.0.1:PORT\\@api.example.com/",
  "http://api.example.com\\@127.0.0.1:PORT/",
  "http:\\\\127.0.0.1:PORT/",
  "http:/\\127.0.0.1:PORT/",
  "http:127.0.0.1:PORT/",
  "http://127.0.0.1:PORT/\tapi.example.com",
  "http://127.0.\t0.1:PORT/",
  "http://127.0.0.1\r\nHost: api.example.com/",
  "ht\ntp://api.example.com/",
  " http://api.example.com/",
  "http://api.example.com /",
  "http://api.example.com\u0000.evil.test/",
  "http://api.example.com%00.evil.test/",
  "http://api.example.com%2eevil.test/",
  "http://api.example.com./",
  "http://api.example.com.evil.test/",
  "http://evil-api.example.com/",
  "http://sub.api.example.com/",
  "http://example.com/",
  "http://example.org/",
  "http://.example.org/",
  "http://evilexample.org/",
  "http://example.org.evil.test/",
  "http://api.example.com:22/",
  "http://api.example.com:6379/",
  "http://api.example.com:8080/",
  "http://аpi.example.com/",
  "http://api.exаmple.com/",
  "http://xn--pi-7kc.example.com/",
  "http://localhost:PORT/",
  "http://LOCALHOST:PORT/",
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://[::1%25lo]:PORT/",
  "http://[::1%lo]:PORT/",
  "http://127.0.0.1.nip.io:PORT/",
  "http://1.2.3.4.5/",
  "http://256.256.256.256/",
  "http://api.example.com:99999/",
  "http://api.example.com:-1/",
  "ftp://api.example.com/",
  "file:///etc/passwd",
  "file://api.example.com/etc/passwd",
  "gopher://api.example.com:6379/_FLUSHALL",
  "ws://api.example.com/",
  "data:text/plain,hello",
  "javascript:alert(1)",
  "unix:/var/run/docker.sock",
  "http+unix://%2Fvar%2Frun%2Fdocker.sock/info",
  "blob:http://api.example.com/1",
  "http://",
  "http:///",
  "//api.example.com/",
  "",
];

describe("checkHttpHealth refuses", function () {
  this.timeout(20_000);
  let canary: Listening;
  let seen: string[];
  before(async () => {
    canary = await rawServer((socket) => socket.end(), "::").catch(() => rawServer((socket) => socket.end()));
  });
  beforeEach(() => {
    seen = [];
  });
  after(() => canary.close());

  const to =
    (...addresses: string[]) =>
    (name: string): Promise<readonly string[]> => {
      seen.push(name);
      return Promise.resolve(addresses);
    };
  const untouched = (): void => {
    expect(canary.connections(), "connections").to.equal(0);
  };

  it(`each of ${internalAddresses.length} spellings of an internal address, though its host is allowed`, async () => {
    for (const spelling of internalAddresses) {
      const url = spelling.replace("PORT", String(canary.port));
      const error = await refusal(probe(url, { networks: [], resolve: to("127.0.0.1") }));
      expect(error.message, spelling).to.match(/leads to a network that may not be probed/);
    }
    expect(seen, "an address is no name to look up").to.deep.equal([]);
    untouched();
  });

  it(`each of ${tricks.length} URLs that look like an allowed one, before any name is looked up`, async () => {
    const hosts = ["api.example.com", "*.example.org", `*.example.org:${canary.port}`];
    for (const trick of tricks) {
      const url = trick.replace("PORT", String(canary.port));
      const error = await refusal(probe(url, { hosts, networks: ["127.0.0.0/8"], resolve: to("127.0.0.1") }));
      expect(error.message, trick).not.to.match(/user[@:]|127\.0\.0\.1:\d+@/);
    }
    expect(seen).to.deep.equal([]);
    untouched();
  });

  it("a wildcard's suffix within an address", async () => {
    const url = `http://127.0.0.1:${canary.port}/`;
    await refusal(probe(url, { hosts: [`*.0.0.1:${canary.port}`], networks: ["127.0.0.0/8"] }));
    untouched();
  });

  it("everything where no host is listed", async () => {
    await refusal(probe("http://api.example.com/", { hosts: [] }));
  });

  it("a name of which any address is internal, without saying which", async () => {
    const hosts = [`api.example.com:${canary.port}`];
    const url = `http://api.example.com:${canary.port}/`;
    for (const addresses of [
      ["127.0.0.1"],
      ["93.184.216.34", "127.0.0.1"],
      ["10.20.30.40", "93.184.216.34"],
      ["169.254.169.254"],
      ["::ffff:127.0.0.1"],
      ["fe80::1%lo"],
      ["not an address"],
    ]) {
      const error = await refusal(probe(url, { hosts, networks: [], resolve: to(...addresses) }));
      for (const address of addresses) expect(error.message).not.to.include(address);
    }
    untouched();
  });

  it("a metadata service within an allowed network that isn't named itself", async () => {
    const rebound = (address: string, networks: readonly string[]): Promise<unknown> =>
      probe("http://metadata.google.internal/", { networks, resolve: to(address) });
    await refusal(rebound("169.254.169.254", ["169.254.0.0/16", "0.0.0.0/0"]));
    await refusal(rebound("fd00:ec2::254", ["fd00::/8", "::/0"]));
    await refusal(rebound("100.100.100.200", ["100.64.0.0/10"]));
  });

  it("an address of IPv4 that an allowed network of IPv4 holds, where it is wrapped in IPv6", async () => {
    const url = `http://[::ffff:127.0.0.1]:${canary.port}/`;
    await refusal(probe(url, { networks: ["127.0.0.0/8"] }));
    untouched();
  });
});
