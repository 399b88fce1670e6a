import { expect } from "chai";
import { createTemplateSet } from "../../src/methods/log-templates/template-set.ts";
import { mine, templatesOf } from "./templates-samples.ts";

const PEOPLE = ["anna", "ben", "carl", "dora", "emil", "fritz", "gerda", "hans"];

describe("Messages are of one kind", () => {
  it("when they differ in what varies, and else are not", () => {
    const [first, second, third] = mine(
      createTemplateSet(),
      "pool exhausted after 30 ms",
      "pool exhausted after 4500 ms",
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

  it("when names or addresses in one place differ", () => {
    const hosts = ["mail.shop.example", "db-primary:5432", "10.0.0.7:80"];
    expect(templatesOf(...hosts.map((host) => `${host} closed the stream`))).to.deep.equal(["<*> closed the stream"]);
  });

  it("when a key varied in other messages before", () => {
    const opened = PEOPLE.map((name) => `session opened by the gateway for client user=${name}`);
    const closed = ["anna", "zoe"].map((name) => `session closed after the last request user=${name}`);
    expect(templatesOf(...closed)).to.have.length(2);
    expect(templatesOf(...opened, ...closed)).to.have.length(2);
  });

  it("when a size or duration is given in another unit or not at all", () => {
    const ends = ["512 bytes sent, open for 00:31", "99120 bytes (96.8 KB) sent, open for 00:02"];
    expect(templatesOf(...ends.map((end) => `stream closed, ${end}`))).to.have.length(1);
    expect(templatesOf("waited <1 sec", "waited 00:03")).to.have.length(1);
    expect(templatesOf("stored a block of 2.5 KB", "stored a block of 17.0 B")).to.have.length(1);
  });

  it("not when they tell of another method, state or error by a symbol, however many there are", () => {
    const words = {
      "GET POST PUT DELETE PATCH HEAD OPTIONS": (word: string) => `request ${word} to the cart came in`,
      "WAITING ASSIGNED RUNNING DONE LOST": (word: string) => `the task of the cart is in state ${word}`,
      "IOException SQLException TimeoutError ECONNREFUSED ECONNRESET": (word: string) =>
        `the call ended with ${word} in the cart`,
    };
    for (const [each, message] of Object.entries(words)) {
      expect(templatesOf(...each.split(" ").map(message))).to.have.length(each.split(" ").length);
    }
  });

  it("not when a symbol stands where numbers of several forms were", () => {
    expect(templatesOf("Error: 42", "Error: 7f9c6d5b", "Error: OutOfMemory")).to.have.length(2);
  });

  it("not when they are of characters beyond the basic plane, which are letters as others are", () => {
    expect(templatesOf("🔥 🔥", "💧 💧")).to.deep.equal(["🔥 🔥", "💧 💧"]);
  });

  it("not when a plain word has two values only", () => {
    const pairs = {
      "started stopped": (word: string) => `backup job for cart database on primary node was ${word} by operator`,
      "timeout refused": (word: string) =>
        `level=error msg="call failed" service=cart upstream=stock reason=${word} id=7`,
      "order.paid order.returned": (word: string) => `{"level":"info","event":"${word}","id":7,"cart":1,"user":9}`,
      "drained stalled": (word: string) => `{"level":30,"queue":"mail","jobs":7,"msg":"queue ${word}"}`,
    };
    for (const [each, message] of Object.entries(pairs))
      expect(templatesOf(...each.split(" ").map(message))).to.have.length(2);
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
