import { expect } from "chai";
import { addressRule } from "../../src/adapters/network/address-rule.ts";

describe("addresses that a probe may reach", () => {
  it("are those of the internet", () => {
    const isOpen = addressRule([]);
    for (const address of ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "2a00:1450:4001:80b::200e"]) {
      expect(isOpen(address), address).to.equal(true);
    }
  });

  it("are those of networks that are named, and not their neighbours", () => {
    const isOpen = addressRule(["10.1.0.0/16", "fd12::/16"]);
    for (const address of ["10.1.255.255", "fd12::1"]) expect(isOpen(address), address).to.equal(true);
    for (const address of ["10.2.0.0", "fd13::1", "127.0.0.1"]) expect(isOpen(address), address).to.equal(false);
  });

  it("are a metadata service only where a network names it and nothing else", () => {
    expect(addressRule(["169.254.169.254/32"])("169.254.169.254")).to.equal(true);
    expect(addressRule(["fd00:ec2::254/128"])("fd00:ec2:0::254")).to.equal(true);
    expect(addressRule(["169.254.169.254/31"])("169.254.169.254")).to.equal(false);
    expect(addressRule(["0.0.0.0/0"])("168.63.129.16")).to.equal(false);
  });

  for (const [form, address] of [
    ["mapped", "::ffff:169.254.169.254"],
    ["compatible", "::169.254.169.254"],
    ["translated", "64:ff9b::a9fe:a9fe"],
    ["6to4", "2002:a9fe:a9fe::1"],
  ] as const) {
    it(`are no metadata service that IPv6 holds as ${form}, though all of IPv6 is named`, () => {
      expect(addressRule(["::/0"])(address)).to.equal(false);
      expect(addressRule([`${address}/128`])(address)).to.equal(true);
    });
  }
});
