import { expect } from "chai";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { coreDocument, ingestionDocument, type Operation, operations, type Parameter } from "../support/operations.ts";
import { type Answer, type ErrorBody, request } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";

/** What `Number()` reads and nobody means, and what no number can hold. */
const UNUSUAL = [
  "Infinity",
  "-Infinity",
  "NaN",
  "1e999",
  "1e1",
  "0x10",
  "0b11",
  "0o17",
  "+5",
  " 5",
  "5 ",
  "\t5",
  "5\n",
  "\u00a05",
  "5.",
  ".5",
  "5.0",
  "1_0",
  "٥",
  "５",
  "",
  "null",
  "true",
  "9".repeat(17),
  "9".repeat(400),
];

interface Case {
  readonly operation: Operation;
  readonly parameter: Parameter;
  readonly interfaceName: "core" | "ingest";
}

const numericOf = (interfaceName: Case["interfaceName"], all: readonly Operation[]): Case[] =>
  all.flatMap((operation) =>
    operation.parameters
      .filter(({ schema }) => schema["type"] === "integer" || schema["type"] === "number")
      .map((parameter) => ({ operation, parameter, interfaceName })),
  );

const cases = [...numericOf("core", operations(coreDocument)), ...numericOf("ingest", operations(ingestionDocument))];

describe("the numbers of a request", function () {
  this.timeout(60_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  function send({ operation, parameter, interfaceName }: Case, text: string): Promise<Answer> {
    expect(parameter.in, "where this test can send a number").to.equal("query");
    const required = operation.parameters.filter((other) => other.in === "query" && other.required);
    const query = new URLSearchParams(required.map(({ name }): [string, string] => [name, "some"]));
    query.set(parameter.name, text);
    const path = `${operation.path}?${query}`;
    return request(`${daemon[interfaceName]}${path}`, { method: operation.method, token: mintToken() });
  }

  it("are known of every list: the document names at least twenty", () => {
    expect(cases).to.have.length.greaterThan(20);
  });

  for (const each of cases) {
    const { operation, parameter } = each;
    it(`are refused with 400 unless they are in plain digits: ${parameter.name} of ${operation.id}`, async () => {
      for (const text of UNUSUAL) {
        const answer = await send(each, text);
        expect(answer.status, `${JSON.stringify(text)}: ${answer.text.slice(0, 200)}`).to.equal(400);
        const { details = [] } = answer.json<ErrorBody>();
        expect(details.map(({ path }) => path)).to.include(`/query/${parameter.name}`);
      }
      const minimum = String(parameter.schema["minimum"] ?? 1);
      expect((await send(each, minimum)).status, "the smallest one allowed").to.be.oneOf([200, 404]);
    });
  }

  it("are refused too where the same parameter comes twice or in brackets", async () => {
    for (const query of ["limit=5&limit=Infinity", "limit=Infinity&limit=5", "limit[]=Infinity", "limit[x]=5"]) {
      expect((await core(daemon, `/incidents?${query}`)).status, query).to.equal(400);
    }
  });
});
