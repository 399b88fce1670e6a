import { expect } from "chai";
import { hasFailed } from "../../src/model/log-outcome.ts";
import { log, START } from "./support.ts";

const failed = (message: string, metadata: Record<string, unknown> = {}): boolean =>
  hasFailed(log(START, { message, metadata }));

describe("an access line", () => {
  it("with a server error is a failure, whatever its client's address begins with", () => {
    for (const client of ["10.1.2.3", "54.1.2.3", "5.9.2.3"])
      expect(failed(`${client} - - [04/May/2026:10:00:00 +0000] "GET /a HTTP/1.1" 502 157`), client).to.equal(true);
    expect(failed('54.1.2.3 - - [04/May/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 502')).to.equal(false);
    for (const gap of ["", " ", "\t", "\n"])
      expect(failed(`GET /a status:${gap}503`), JSON.stringify(gap)).to.equal(true);
  });

  it("of Squid, of IIS and of a load balancer of AWS has its status in a column", () => {
    const squid = (status: number) =>
      `1778086327.199 164 10.8.177.212 TCP_MISS/${status} 134 GET http://a.example/ - - -`;
    const iis = (status: number) => `2026-05-04 10:00:00 10.0.0.1 GET /a - 443 - 10.0.0.2 curl/8.1 - ${status} 0 0 123`;
    const balancer = (status: number) =>
      `h2 2026-05-04T10:00:00.1Z app/a/1 10.0.0.1:5 10.0.0.2:80 0.000 0.001 0.000 ${status} - 34 366 "GET https://a/ HTTP/2.0"`;
    for (const line of [squid, iis, balancer]) {
      expect(failed(line(503)), line(503)).to.equal(true);
      expect(failed(line(200)), line(200)).to.equal(false);
    }
    const harmless = ["GET /users/500 answered in 5 ms", '"GET /order_items/512 HTTP/1.1" 200', "stats: ok 512 3 4 5"];
    for (const message of harmless) expect(failed(message), message).to.equal(false);
  });

  it("has its own status, whatever the client wrote into the path and the headers", () => {
    for (const [path, status, agent] of [
      ["/search?status=503", 200, "curl"],
      ["/", 200, "HTTP/1.1 500 "],
      ['/?x=\\"HTTP/1.1\\" 200', 503, "curl"],
    ])
      expect(
        failed(`10.0.0.1 - - [04/May/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" ${status} 5 "-" "${agent}"`),
      ).to.equal(status === 503);
  });

  it("has its status in a field, or in that of its response where it has none itself", () => {
    expect(failed("GET /a", { status: 503 })).to.equal(true);
    expect(failed("GET /a", { res: { statusCode: 500 } })).to.equal(true);
    expect(failed("GET /a", { response: { status: 503 }, status: 200 })).to.equal(false);
    expect(failed("GET /a", { user: { status: 503 } })).to.equal(false);
  });
});
