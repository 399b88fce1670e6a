import { expect } from "chai";
import { probe } from "../support/http-probe.ts";
import { refusal, refusedProbe } from "./refused-probe.ts";

describe("checkHttpHealth refuses, by names and networks,", function () {
  this.timeout(20_000);
  const world = refusedProbe();

  it("everything where no host is listed", async () => {
    await refusal(probe("http://api.example.com/", { hosts: [] }));
  });

  it("a name of which any address is internal, without saying which", async () => {
    const hosts = [`api.example.com:${world.canary.port}`];
    const url = `http://api.example.com:${world.canary.port}/`;
    for (const addresses of [
      ["127.0.0.1"],
      ["93.184.216.34", "127.0.0.1"],
      ["10.20.30.40", "93.184.216.34"],
      ["169.254.169.254"],
      ["::ffff:127.0.0.1"],
      ["fe80::1%lo"],
      ["not an address"],
    ]) {
      const error = await refusal(probe(url, { hosts, networks: [], resolve: world.to(...addresses) }));
      for (const address of addresses) expect(error.message).not.to.include(address);
    }
    world.untouched();
  });

  it("a metadata service within an allowed network that isn't named itself", async () => {
    const rebound = (address: string, networks: readonly string[]): Promise<unknown> =>
      probe("http://metadata.google.internal/", { networks, resolve: world.to(address) });
    await refusal(rebound("169.254.169.254", ["169.254.0.0/16", "0.0.0.0/0"]));
    await refusal(rebound("fd00:ec2::254", ["fd00::/8", "::/0"]));
    await refusal(rebound("100.100.100.200", ["100.64.0.0/10"]));
  });

  it("an address of IPv4 that an allowed network of IPv4 holds, where it is wrapped in IPv6", async () => {
    const url = `http://[::ffff:127.0.0.1]:${world.canary.port}/`;
    await refusal(probe(url, { networks: ["127.0.0.0/8"] }));
    world.untouched();
  });
});
