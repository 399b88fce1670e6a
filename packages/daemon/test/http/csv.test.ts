import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { sendCsv } from "../../src/http/core/send-csv.ts";
import { waitFor } from "../support/wait.ts";

type Row = Readonly<Record<"name" | "count", string | number | null>>;

/** Enough to fill every buffer between the rows and a reader who reads nothing. */
const ROWS_MANY = 1_000_000;

describe("A CSV file", () => {
  let rows: () => AsyncIterable<Row>;
  let outcome: unknown;
  let server: Server;
  let url = "";
  before(async () => {
    server = createServer((_request, response) => {
      outcome = undefined;
      sendCsv(response, { name: "rows.csv", columns: ["name", "count"], rows: rows(), stallMsMax: 60_000 }).then(
        () => {
          outcome = "sent";
        },
        (error: Error) => {
          outcome = error.message;
          if (!response.headersSent) response.writeHead(500).end();
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => new Promise((resolve) => server.close(resolve)));

  const given = (...all: readonly Row[]): void => {
    rows = async function* () {
      yield* all;
    };
  };
  const read = async (): Promise<string> => (await fetch(url)).text();
  const outcomeOf = (): Promise<unknown> => waitFor(async () => outcome, { what: "the end of the answer" });

  it("ends its lines with CR and LF, and quotes what holds commas, quotes and ends of lines", async () => {
    given(
      { name: 'a,b "c"', count: 1 },
      { name: "two\nlines", count: null },
      { name: "old\rline", count: 0 },
      { name: "größe 🚨", count: 2 },
    );
    expect(await read()).to.equal('name,count\r\n"a,b ""c""",1\r\n"two\nlines",\r\n"old\rline",0\r\ngröße 🚨,2\r\n');
  });

  it("gives a leading apostrophe to whatever a spreadsheet takes for a formula", async () => {
    for (const first of ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"]) {
      given({ name: `${first}1+1`, count: 1 });
      const [, line = ""] = (await read()).split("\r\n");
      expect(line.replaceAll('"', ""), JSON.stringify(first)).to.equal(`'${first}1+1,1`);
    }
  });

  it("is its head alone where there are no rows, and says what it is", async () => {
    given();
    const response = await fetch(url);
    expect(response.headers.get("content-type")).to.equal("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).to.equal('attachment; filename="rows.csv"');
    expect(await response.text()).to.equal("name,count\r\n");
    expect(await outcomeOf()).to.equal("sent");
  });

  it("isn't begun where the first row can't be read", async () => {
    rows = async function* () {
      yield* [] as Row[];
      throw new Error("The database is away.");
    };
    expect((await fetch(url)).status).to.equal(500);
    expect(await outcomeOf()).to.equal("The database is away.");
  });

  it("breaks the connection where a later row can't be read", async () => {
    rows = async function* () {
      for (let n = 0; n < 5000; n++) yield { name: `row ${n}`, count: n };
      throw new Error("The database went away.");
    };
    const text = await read().catch((error: Error) => error.name);
    expect(text).to.equal("TypeError");
    expect(await outcomeOf()).to.equal("The database went away.");
  });

  it("is read no further than its reader reads, and not at all once they went away", async () => {
    let read = 0;
    let ended = false;
    rows = async function* () {
      try {
        for (; read < ROWS_MANY; read++) yield { name: "x".repeat(100), count: read };
      } finally {
        ended = true;
      }
    };
    const response = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
    response.on("error", () => undefined);
    response.pause();
    // Where nothing more is taken, the reading comes to a stand.
    let before = -1;
    await waitFor(
      async () => {
        const stands = read === before;
        before = read;
        return stands || undefined;
      },
      { what: "reading to stand still" },
    );
    expect(read).to.be.greaterThan(0).and.lessThan(ROWS_MANY);
    expect(ended).to.equal(false);
    response.destroy();
    await waitFor(async () => ended || undefined, { what: "the end of the reading" });
    expect(read).to.be.lessThan(ROWS_MANY);
    expect(await outcomeOf()).to.equal("sent");
  });
});
