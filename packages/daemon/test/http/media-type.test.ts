import { expect } from "chai";
import fc from "fast-check";
import { knownMediaType } from "../../src/http/core/media-type.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { operations } from "../support/operations.ts";

describe("the media type of a request", () => {
  it("has one of two spellings for the validator, whatever was sent", () => {
    const part = fc.constantFrom(
      "application/json",
      "Application/JSON",
      ";",
      " ",
      "charset=utf-8",
      "charset=x",
      "a/b",
      "=",
    );
    const header = fc.oneof(
      fc.string(),
      fc.array(part).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(header, (text) => {
        expect(knownMediaType(text)).to.be.oneOf(["application/json", "application/octet-stream"]);
      }),
    );
  });

  describe("of the core interface", () => {
    let daemon: TestDaemon;
    before(async () => {
      daemon = await startTestDaemon();
    });
    after(() => daemon.stop());

    const answered = async (type: string): Promise<number> => {
      const body = JSON.stringify(operations().find(({ id }) => id === "createIncident")?.example);
      return (await core(daemon, "/incidents", { body, headers: { "content-type": type } })).status;
    };

    it("is accepted as JSON in every usual spelling, and refused with 415 otherwise", async () => {
      for (const type of ["application/json", "application/json;charset=UTF-8", 'application/json; charset="utf-8"'])
        expect(await answered(type), type).to.equal(201);
      for (const type of ["text/plain", "application/json; charset=latin1", "application/json; a=b", "x"])
        expect(await answered(type), type).to.equal(415);
    });
  });
});
