import { expect } from "chai";
import { levelOf } from "../../src/model/log-level.ts";
import { hasFailed } from "../../src/model/log-outcome.ts";
import { createWorld, log, minutes, only, repeat, START } from "./support.ts";

const read = (message: string) => levelOf(log(START, { level: "info", message }));

describe("a line that is sent as info", () => {
  for (const line of [
    "2026-05-04 10:00:00,123 ERROR [com.shop.Cart] no stock",
    "May  4 10:00:00 web-1 shop[812]: ERROR: no stock",
    "2026/05/04 10:00:00 [error] 12#12: *7 upstream timed out",
    "[Mon May 04 10:00:00.1 2026] [proxy:error] [pid 7] AH01114: failed to connect",
    "2026-05-04 10:00:00 UTC [12] FATAL:  password authentication failed",
    "[2026-05-04 10:00:00] production.ERROR: SQLSTATE[HY000]",
    'time="2026-05-04T10:00:00Z" level=error msg="no stock"',
    '{"msg":"no stock","level":50}',
    "E0504 10:00:00.123456       1 cart.go:7] no stock",
    "ERROR no stock",
    'Traceback (most recent call last):\n  File "cart.py"',
    "panic: runtime error: index out of range",
    "\u001b[31mERROR\u001b[0m no stock",
    "fail: Microsoft.AspNetCore.Server.Kestrel[13]",
    "[10:00:00 ERR] no stock",
    "[2026-05-04 10:00:00,123: ERROR/ForkPoolWorker-1] no stock",
    "2026-05-04 10:00:00,123 - shop.cart - ERROR - no stock",
    "TypeError: cart is undefined",
    "2026-05-04 10:00:00 ERROR [pay] charge failed level=gold customer=7",
    '{"customer":{"level":"gold"},"level":"error"}',
    '2026/05/04 10:00:00 [error] 12#12: *7 request: "GET /?level=info HTTP/1.1"',
  ])
    it(`is an error where its logger wrote so: ${line.slice(0, 40)}`, () => {
      expect(read(line)).to.equal("error");
    });

  for (const line of [
    "2026-05-04 10:00:00,123 INFO [com.shop.Cart] tries again after ERROR",
    "2026-05-04 10:00:00 UTC [12] LOG:  statement: SELECT 'ERROR'",
    '{"msg":"ERROR no stock","level":30}',
    'time="2026-05-04T10:00:00Z" level=info msg="ERROR 7 is handled"',
    "answered ERROR to the partner",
    '10.0.0.1 - - [04/May/2026:10:00:00 +0000] "GET /ERROR HTTP/1.1" 200 5',
    '10.0.0.1 - - [04/May/2026:10:00:00 +0000] "GET /?level=error HTTP/1.1" 200 5 "-" " ERROR "',
    '10.0.0.1 - - [04/May/2026:10:00:00 +0000] "[error]" 400 5',
    "May  4 10:00:00 web-1 sshd[7]: Invalid user ERROR from 10.0.0.1",
    '{"msg":"alert routed","labels":{"severity":"critical"},"level":"info"}',
    "player=7 level=50 xp=1200",
    "10:00:00 order 7 changed from NEW to ERROR",
    "ALERT created by user 7",
    '{"level":"constructor","severity":"toString","message":"error"}',
    "I0504 10:00:00.123456       1 cart.go:7] ERROR is handled",
  ])
    it(`is none where that is part of the message: ${line.slice(0, 40)}`, () => {
      expect(read(line)).to.equal("info");
    });

  it("is an error where a field beside the text says so", () => {
    expect(levelOf(log(START, { level: "info", message: "no stock", metadata: { levelname: "ERROR" } }))).to.equal(
      "error",
    );
  });

  it("with a level for debugging names no failure, whatever status it quotes", () => {
    expect(hasFailed(log(START, { level: "info", message: "10:00:00 DEBUG tries again, status=503" }))).to.equal(false);
  });

  it("is a warning where its logger wrote so", () => {
    expect(read("2026-05-04 10:00:00 [Warning] aborted connection 7")).to.equal("warn");
  });

  it("keeps a level that the sender read", () => {
    const message = "2026-05-04 10:00:00 ERROR no stock";
    for (const level of ["debug", "warn", "fatal"] as const)
      expect(levelOf(log(START, { level, message }))).to.equal(level);
  });

  it("opens an incident where most lines of a file are errors, as with every other shipper", () => {
    const line = (at: number, word: string) =>
      log(at, { level: "info", message: `2026-05-04 10:00:00 ${word} [cart] item 7` });
    const sent = repeat(90, (minute) =>
      repeat(4, (nth) => line(START + minutes(minute) + nth * 10_000, minute < 75 ? "INFO" : "ERROR")),
    );
    const [first] = createWorld(only("log-error-rate", "log-error-burst", "log-new-pattern")).live(sent.flat());
    expect(first?.at).to.be.within(START + minutes(75), START + minutes(78));
  });
});
