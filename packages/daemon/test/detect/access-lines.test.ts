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

  it("has its status in a field, or in that of its response where it has none itself", () => {
    expect(failed("GET /a", { status: 503 })).to.equal(true);
    expect(failed("GET /a", { res: { statusCode: 500 } })).to.equal(true);
    expect(failed("GET /a", { response: { status: 503 }, status: 200 })).to.equal(false);
    expect(failed("GET /a", { user: { status: 503 } })).to.equal(false);
  });
});
