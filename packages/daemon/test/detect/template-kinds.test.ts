import { expect } from "chai";
import { createTemplateSet } from "../../src/methods/log-templates/template-set.ts";
import { mine, templatesOf } from "./templates-samples.ts";

const PEOPLE = ["anna", "ben", "carl", "dora", "emil", "fritz", "gerda", "hans"];

describe("Messages are of one kind", () => {
  it("when they differ in what varies, and else are not", () => {
    const [first, second, third] = mine(
      createTemplateSet(),
      "pool exhausted after 30 ms",
      "pool exhausted after 4 seconds",
      "pool closed after 30 ms",
    );
    expect(second).to.equal(first);
    expect(third).to.not.equal(first);
  });

  it("when a word of theirs has had many values", () => {
    expect(templatesOf(...PEOPLE.map((name) => `account of user ${name} is locked`))).to.deep.equal([
      "account of user <*> is locked",
    ]);
  });

  it("when a word stands where a number was", () => {
    expect(templatesOf("user 17 was not found", "user anna was not found")).to.deep.equal(["user <*> was not found"]);
  });

  it("when one name has several words", () => {
    const cities = ["Berlin", "Paris", "Rome", "Oslo", "New York", "San Jose"];
    expect(templatesOf(...cities.map((city) => `shipping to ${city} costs 4.5 EUR`))).to.deep.equal([
      "shipping to <*> costs <num> EUR",
    ]);
  });

  it("not when they tell of another state, outcome, method or error, however many there are", () => {
    const words = {
      "GET POST PUT DELETE PATCH HEAD OPTIONS": (word: string) => `request ${word} to the cart came in`,
      "true false yes no on off": (word: string) => `mirroring of the cart was set to ${word}`,
      "IOException SQLException TimeoutError ECONNREFUSED ECONNRESET": (word: string) =>
        `the call ended with ${word} in the cart`,
      "created paid packed shipped returned lost": (word: string) =>
        `{"level":"info","event":"order.${word}","id":7,"cart":1}`,
    };
    for (const [each, message] of Object.entries(words)) {
      expect(templatesOf(...each.split(" ").map(message))).to.have.length(each.split(" ").length);
    }
  });

  it("as a person would sort the lines of everyday software", () => {
    const kinds = [
      ["worker process 31 exited with code 0", "worker process 7 exited with code 1"],
      ["worker process 31 exited on signal 9"],
      [
        'level=info ts=2026-03-01T10:00:00Z caller=a.go:17 msg="cache miss" key=user:1',
        'level=info ts=2026-03-01T10:00:01Z caller=a.go:17 msg="cache miss" key=user:22',
      ],
      ['level=info ts=2026-03-01T10:00:00Z caller=a.go:17 msg="cache evicted" key=user:1'],
      [
        '{"level":"error","msg":"connect ECONNREFUSED 10.0.0.1:80","code":"ECONNREFUSED"}',
        '{"level":"error","msg":"connect ECONNREFUSED 10.0.0.2:81","code":"ECONNREFUSED"}',
      ],
      ['{"level":"error","msg":"read ECONNRESET","code":"ECONNRESET"}'],
      ["\tat com.shop.Cart.add(Cart.java:17)", "\tat com.shop.Cart.add(Cart.java:212)"],
      ["\tat com.shop.Order.place(Order.java:17)"],
      ["java.io.IOException: Connection reset by peer"],
      ["java.lang.NullPointerException: null"],
      ["checkpoint starting: time"],
      ["checkpoint starting: wal"],
      [
        "Readiness probe failed: HTTP probe failed with statuscode: 503",
        "Readiness probe failed: HTTP probe failed with statuscode: 500",
      ],
      ["Started container web-7f9c6d5b8d-x2x4z", "Started container web-5b8d7f9c6d-q8w7r"],
      [
        "Task tasks.mail[6f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e] received",
        "Task tasks.mail[0f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e] received",
      ],
      ["Task tasks.mail[6f1c1c1e-8a1b-4b7e-9d0e-1f2a3b4c5d6e] succeeded in 0.2s: None"],
      ["eth0: link up, 1000Mbps", "eth1: link up, 100Mbps"],
      ["eth0: link down"],
    ];
    const set = createTemplateSet();
    const found = kinds.map((messages) => new Set(mine(set, ...messages)));
    for (const [index, names] of found.entries()) expect([...names], kinds[index]?.[0]).to.have.length(1);
    expect(new Set(found.flatMap((names) => [...names])).size).to.equal(kinds.length);
  });
});
