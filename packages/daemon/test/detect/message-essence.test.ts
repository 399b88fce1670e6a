import { expect } from "chai";
import fc from "fast-check";
import { essenceOf } from "../../src/detect/message-essence.ts";

describe("the essence of a log line", () => {
  const lines: Readonly<Record<string, readonly [line: string, essence: string]>> = {
    "plain text": ["connection refused by orders-db", "connection refused by orders-db"],
    logfmt: [
      'ts=2026-05-08T09:17:09.682Z level=fatal component=parcel msg="cannot start" err="missing parcel back end"',
      "cannot start: missing parcel back end",
    ],
    pino: [
      '{"level":50,"time":1778435849993,"pid":19892,"hostname":"broker-0","err":{"type":"Error","stack":"could not price wishlist\\n    at price (/app/x.js:1)"},"msg":"request failed"}',
      "request failed: could not price wishlist",
    ],
    klog: [
      "E0504 10:00:01.123456       1 controller.go:114] error syncing 'media/7': node is gone",
      "error syncing 'media/7': node is gone",
    ],
    "a template of klog": ["E<num> <time>       <num> controller.go:<num>] error syncing <*>", "error syncing <*>"],
    logback: [
      "2026-05-04 10:00:01,123 ERROR [http-nio-8080-exec-7] c.s.OrderService - 503 Service Unavailable from buckets",
      "503 Service Unavailable from buckets",
    ],
    "a stack trace of Java": [
      "2026-05-04 10:00:01,123 ERROR [main] c.s.OrderService - request failed\njava.lang.RuntimeException: wrapped\n\tat a.B.c(B.java:1)\nCaused by: java.net.ConnectException: Connection refused",
      "request failed: java.net.ConnectException: Connection refused",
    ],
    "a traceback of Python": [
      "ERROR:root:failed\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError: 'birth_date'",
      "KeyError: 'birth_date'",
    ],
    "java.util.logging": [
      "May 04, 2026 10:00:00 AM com.telco.sim.Activation run\nSEVERE: Call of roaming failed\njava.net.ConnectException",
      "Call of roaming failed",
    ],
    "its template": ["<time> com.telco.sim.Activation run SEVERE: Call of roaming failed", "Call of roaming failed"],
    "a panic of Go": [
      "panic: runtime error: invalid memory address\n\ngoroutine 1 [running]:",
      "panic: runtime error: invalid memory address",
    ],
    nginx: ["2026/05/04 10:00:01 [error] 17339#17339: *6921146 out of memory, killed", "out of memory, killed"],
    "nothing but a prefix": ["[error]", "[error]"],
  };
  for (const [name, [line, essence]] of Object.entries(lines)) {
    it(`of ${name} is what it says`, () => {
      expect(essenceOf(line)).to.equal(essence);
    });
  }

  it("is never empty for a line that isn't, and takes time in proportion to its length", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 400 }), (line) => {
        expect(essenceOf(line)).to.not.equal("");
      }),
    );
    for (const hostile of [
      '"msg":"\\'.repeat(20_000),
      "[".repeat(100_000),
      "a.".repeat(50_000),
      "<num> ".repeat(50_000),
    ])
      expect(essenceOf(hostile)).to.be.a("string");
  });
});
