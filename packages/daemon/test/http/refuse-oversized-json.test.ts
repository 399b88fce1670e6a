import { expect } from "chai";
import { refuseOversizedJson } from "../../src/http/ingest/refuse-oversized-json.ts";
import type { ApplicationError } from "../../src/kernel/errors.ts";

const KIB = 1024;

describe("a body of more values than may be", () => {
  const MIB = 1024 * KIB;
  const many = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));
  for (const [what, format, body] of [
    ["thirty megabytes of empty objects", "array", `[${many("{},", 30 * MIB)}{}]`],
    ["thirty megabytes of lines", "lines", many("1\n", 30 * MIB)],
    ["one event with millions of values inside", "single", `{"metadata":{"a":[${many("[],", 20 * MIB)}1]}}`],
    ["brackets without end", "array", many("[", 30 * MIB)],
  ] as const) {
    it(`is refused before it is parsed: ${what}`, () => {
      const bytes = Buffer.from(body);
      const refusal = ((): unknown => {
        try {
          return refuseOversizedJson(bytes, format, 10_000);
        } catch (error) {
          return (error as ApplicationError).code;
        }
      })();
      expect(refusal).to.equal(what.startsWith("thirty") ? "batch_too_large" : "body_too_large");
    });
  }

  it("is not one whose text holds commas and brackets", () => {
    const event = { service: "a", level: "info", message: many('[{,"\\', 2_000) };
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 1_000 }, () => event)));
    expect(bytes.length).to.be.above(10_000 * 40);
    refuseOversizedJson(bytes, "array", 10_000);
    refuseOversizedJson(Buffer.from(`${JSON.stringify(event)}\n`.repeat(1_000)), "lines", 10_000);
  });
});
