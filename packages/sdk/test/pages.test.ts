import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as sdk from "../src/index.ts";
import { answeredError, type Failure } from "../src/transport/errors.ts";
import { isRepeatable } from "../src/transport/retry.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const pages = { "docs/sdk.md": read("../../../docs/sdk.md"), "README.md": read("../README.md") };

/** The rows of the table that begins with this heading, cell by cell. */
function tableOf(page: string, heading: string): string[][] {
  const lines = page.split("\n").map((line) => line.replace(/^ \* /, ""));
  const from = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  const to = lines.findIndex((line, index) => index > from && !line.startsWith("|"));
  return lines.slice(from + 2, to).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const unanswered = (reached: boolean) => new sdk.ConnectionError("no answer", { reached });
const answered = (status: number, headers: Record<string, string> = {}) =>
  status < 400
    ? new sdk.TocsinError("no success", { status })
    : answeredError(new Response(null, { status, headers }), "", "GET /", 0);
const others4xx = [400, 401, 403, 404, 405, 410, 413, 415, 418, 422, 425, 428, 451];
/** What the words of the first column stand for. */
const failures: Record<string, sdk.TocsinError[]> = {
  refused: [unanswered(false)],
  "no such host": [unanswered(false)],
  dropped: [unanswered(true)],
  "timed out": [new sdk.TimeoutError("too long")],
  "409 with `Retry-After`": [answered(409, { "retry-after": "1" })],
  "any other 409 or 4xx": [409, ...others4xx].map((status) => answered(status)),
  "any other answer": [200, 301, 304, 501, 505, 507].map((status) => answered(status)),
};
const columns = [
  ["GET", "HEAD"].map((method) => ({ method, keyed: false })),
  ["PUT", "PATCH"].map((method) => ({ method, keyed: false })),
  // The SDK gives a key to each.
  [{ method: "POST", keyed: true }],
  [{ method: "DELETE", keyed: false }],
];

describe("the pages about the SDK", () => {
  for (const [name, page] of Object.entries({ ...pages, "retry.ts": read("../src/transport/retry.ts") })) {
    it(`say in ${name} what is tried again, and it is so`, () => {
      const rows = tableOf(page, "failure");
      expect(rows).to.have.length(5);
      for (const [words = "", ...cells] of rows) {
        const meant = words.split(", ").flatMap((word) => failures[word] ?? [answered(Number(word))]);
        for (const failure of meant)
          for (const [index, cell] of cells.entries())
            for (const repetition of columns[index] ?? []) {
              const what = `${failure.name} ${failure.status} of ${repetition.method}, keyed ${repetition.keyed}`;
              expect(isRepeatable(failure, repetition), what).to.equal(cell.startsWith("yes"));
            }
      }
    });
  }

  for (const [name, page] of Object.entries(pages)) {
    it(`name in ${name} every class of errors with its status`, () => {
      const rows = tableOf(page, "class").map(([words = "", status = ""]) => ({ words: words.slice(1, -1), status }));
      const classes = Object.values(sdk as Record<string, unknown>).filter(
        (value): value is typeof sdk.TocsinError =>
          typeof value === "function" && value.prototype instanceof sdk.TocsinError,
      );
      expect(rows.map(({ words }) => words).toSorted()).to.deep.equal(classes.map((each) => each.name).toSorted());
      for (const { words, status } of rows.filter((each) => each.status !== "none"))
        expect(answered(Number(status.replace("xx", "03"))).name).to.equal(words);
    });
  }

  it("name every option of the client, every variable and every area", () => {
    const page = pages["docs/sdk.md"];
    const client = read("../src/client.ts");
    const options = [
      ...(/interface TocsinOptions[\s\S]*?\n\}/.exec(client)?.[0] ?? "").matchAll(/^ {2}readonly (\w+)\?/gm),
    ];
    const variables = [...client.matchAll(/said\("(\w+)"\)/g)];
    expect([options.length, variables.length]).to.deep.equal([14, 5]);
    const names = [...options, ...variables].map(([, name]) => `${name}`).filter((name) => name !== "wait");
    for (const name of [...names, ...Object.keys(new sdk.Tocsin())]) expect(page, name).to.contain(`\`${name}\``);
  });

  it("know every error as one, whatever the server sends", () => {
    const bodies = ["", "null", "[]", "{", '"text"', '{"message":7,"details":{},"violations":"x"}', "\u0000"];
    for (const body of bodies) {
      const error: Failure = answeredError(new Response(null, { status: 500 }), body, "GET /", 0);
      expect(error).to.be.instanceOf(sdk.ServerError);
      expect(error.details, body).to.deep.equal([]);
      expect(error.violations, body).to.deep.equal([]);
    }
  });
});
