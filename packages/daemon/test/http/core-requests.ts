import { expect } from "chai";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import type { Answer, ErrorBody } from "../support/request.ts";

/** The stores and helpers of the tests about the answers of the core interface. */
export function coreRequests() {
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  function isError(answer: Answer, status: number, what: string): void {
    expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).to.equal(status);
    expect(answer.headers.get("content-type"), what).to.match(/^application\/json/);
    expect(answer.headers.get("x-request-id"), what).to.match(/^[\w-]{8,}$/);
    const body = answer.json<ErrorBody>();
    expect(body.statusCode, what).to.equal(status);
    expect(body.error, what).to.be.a("string").and.not.equal("");
    expect(body.message, what).to.be.a("string").and.not.equal("");
    expect(answer.text, what).to.not.match(/node_modules|\/work\/|SQLITE|select |\.ts:/i);
  }

  return {
    isError,
    get daemon() {
      return daemon;
    },
  };
}
