import { expect } from "chai";
import { findRoot, findSharedWords } from "../../src/incident/family-title.ts";

describe("the words that messages share", () => {
  it("are the longest run of at least half of the messages, as the first one writes it", () => {
    const messages = [
      "cart: dial tcp <ip>: connection refused",
      "Dial TCP <ip>: connection refused (attempt <num>)",
      "out of memory",
    ];
    expect(findSharedWords(messages)).to.equal("dial tcp <ip>: connection refused");
    expect(findSharedWords([...messages, "disk full", "no route"])).to.equal(undefined);
  });

  it("are no short part of messages that differ, but may be a short message", () => {
    expect(findSharedWords(["failed to load the order", "failed to send mail"])).to.equal(undefined);
    expect(findSharedWords(["timed out", "upstream timed out"])).to.equal("timed out");
  });

  it("of one message are none", () => {
    expect(findSharedWords(["connection refused to orders-db"])).to.equal(undefined);
  });
});

describe("the root of a family", () => {
  const services = ["web", "cart", "orders"];

  it("is called by at least half of the others, also through each other", () => {
    expect(
      findRoot(services, [
        ["web", "cart"],
        ["cart", "orders"],
      ]),
    ).to.equal("orders");
    expect(
      findRoot(
        [...services, "a", "b", "c"],
        [
          ["web", "orders"],
          ["cart", "orders"],
        ],
      ),
    ).to.equal(undefined);
  });

  it("is unknown without calls among its services, and where they call in a circle", () => {
    expect(
      findRoot(services, [
        ["other", "cart"],
        ["cart", "else"],
      ]),
    ).to.equal(undefined);
    expect(
      findRoot(services, [
        ["web", "cart"],
        ["cart", "web"],
      ]),
    ).to.equal(undefined);
  });
});
