import { expect } from "chai";
import { probe } from "../support/http-probe.ts";
import { internalAddresses } from "../support/inner-addresses.ts";
import { refusal, refusedProbe } from "./refused-probe.ts";

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
  const world = refusedProbe();

  it(`each of ${internalAddresses.length} spellings of an internal address, though its host is allowed`, async () => {
    for (const spelling of internalAddresses) {
      const url = spelling.replace("PORT", String(world.canary.port));
      const error = await refusal(probe(url, { networks: [], resolve: world.to("127.0.0.1") }));
      expect(error.message, spelling).to.match(/leads to a network that may not be probed/);
    }
    expect(world.seen, "an address is no name to look up").to.deep.equal([]);
    world.untouched();
  });

  it(`each of ${tricks.length} URLs that look like an allowed one, before any name is looked up`, async () => {
    const hosts = ["api.example.com", "*.example.org", `*.example.org:${world.canary.port}`];
    for (const trick of tricks) {
      const url = trick.replace("PORT", String(world.canary.port));
      const error = await refusal(probe(url, { hosts, networks: ["127.0.0.0/8"], resolve: world.to("127.0.0.1") }));
      expect(error.message, trick).not.to.match(/user[@:]|127\.0\.0\.1:\d+@/);
    }
    expect(world.seen).to.deep.equal([]);
    world.untouched();
  });

  it("a wildcard's suffix within an address", async () => {
    const url = `http://127.0.0.1:${world.canary.port}/`;
    await refusal(probe(url, { hosts: [`*.0.0.1:${world.canary.port}`], networks: ["127.0.0.0/8"] }));
    world.untouched();
  });
});
