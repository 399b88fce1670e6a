import { expect } from "chai";
import { createHostCheck } from "../../src/http/connections/host-check.ts";

describe("the hosts that are answered", () => {
  const checkOf = (listenHost: string, publicUrl?: string) => {
    const check = createHostCheck({ listenHost, publicUrl });
    return (host: string): string | undefined =>
      check({ headers: { host }, rawHeaders: ["Host", host], httpVersion: "1.1", url: "/" } as never)?.code;
  };

  it("are all where the server listens beyond the loopback", () => {
    for (const listenHost of ["0.0.0.0", "::", "10.1.2.3", "tocsin.internal"]) {
      expect(checkOf(listenHost)("anything.example"), listenHost).to.equal(undefined);
    }
  });

  it("are checked on every address of the loopback, and hold the one that it listens on", () => {
    for (const listenHost of ["127.0.0.1", "127.3.2.1", "localhost", "::1", "::ffff:127.0.0.1"]) {
      expect(checkOf(listenHost)("anything.example"), listenHost).to.equal("host_not_allowed");
      expect(checkOf(listenHost)(listenHost.includes(":") ? `[${listenHost}]:1` : `${listenHost}:1`)).to.equal(
        undefined,
      );
    }
  });

  it("hold that of the public address alone, not of its path or user", () => {
    const check = checkOf("127.0.0.1", "http://[2001:db8::1]:80/evil.example");
    expect(check("[2001:db8::1]")).to.equal(undefined);
    expect(check("evil.example")).to.equal("host_not_allowed");
  });
});
