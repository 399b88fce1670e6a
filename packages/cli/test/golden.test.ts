import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import stringWidth from "string-width";
import { type FakeTocsin, fakeTocsin } from "./fake-tocsin.ts";
import { goldenCommands, goldenRoutes } from "./golden/scene.ts";
import { tocsin, tokenOf } from "./run.ts";
import { onTerminal } from "./terminal.ts";

const folder = new URL("golden/", import.meta.url);
/** Rewrites the files instead of comparing. Review the difference before you commit it. */
const isUpdating = Boolean(process.env["UPDATE_GOLDEN"]);

/** Settings of terminals and pipes, by heading in the golden file. */
const settings: Readonly<Record<string, { columns?: number; env?: Record<string, string>; args?: string[] }>> = {
  "a terminal of 40 columns": { columns: 40 },
  "a terminal of 80 columns": { columns: 80 },
  "a terminal of 200 columns": { columns: 200 },
  "a terminal of 80 columns with NO_COLOR": { columns: 80, env: { NO_COLOR: "1" } },
  "a dumb terminal": { columns: 80, env: { TERM: "dumb" } },
  "a pipe": {},
  "a pipe in CI": { env: { CI: "true" } },
  "a pipe with --json": { args: ["--json"] },
};

/** Replaces varying text by constants of the same width. */
const steady = (output: string): string =>
  output
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "2026-11-20 08:00:00")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-11-20T08:00:00.000Z")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:7070");

/** Hints on stderr are not wrapped, because their commands are copied. */
const isData = (line: string): boolean => !/^(?:Next: |.*Error:|.*To see )/.test(line);

describe("output", function () {
  this.timeout(60_000);
  let server: FakeTocsin;
  before(async () => {
    server = await fakeTocsin(goldenRoutes());
  });
  after(() => server.close());

  async function watch(words: string, { columns, env = {}, args = [] }: (typeof settings)[string]): Promise<string> {
    const all = [...words.split(" "), ...args];
    const token = tokenOf({ sub: "ada", organizationId: "acme" });
    const given = { TZ: "UTC", TOCSIN_URL: server.url, TOCSIN_INGEST_URL: server.url, TOCSIN_TOKEN: token, ...env };
    if (columns !== undefined) return steady(await onTerminal(all, { columns, env: given }));
    const { stdout, stderr, code } = await tocsin(all, { env: given });
    return steady(`${stdout}${stderr === "" ? "" : `--- stderr\n${stderr}`}--- exit code ${code}\n`);
  }

  for (const [name, words] of Object.entries(goldenCommands)) {
    it(`of ${words} is as golden/${name}.txt shows it, on terminals of 40, 80 and 200 columns, dumb, without colour, and in pipes`, async () => {
      const parts: string[] = [];
      for (const [heading, setting] of Object.entries(settings)) {
        const output = await watch(words, setting);
        if (setting.columns)
          for (const line of output.split("\n").filter(isData))
            expect(stringWidth(line), `${heading}: ${line}`).to.be.at.most(setting.columns);
        if (!setting.columns || setting.env) expect(output, heading).not.to.contain("\u001b");
        if (setting.args) JSON.parse(output.split("--- ")[0] ?? "");
        parts.push(`=== ${heading}\n${output.replaceAll("\u001b", "\\e")}`);
      }
      compare(new URL(`${name}.txt`, folder), parts.join("\n"));
    });
  }
});

function compare(file: URL, text: string): void {
  if (isUpdating || !existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
    if (!isUpdating) expect.fail(`${file.pathname} was missing and is written: look at it, and commit it.`);
  } else expect(text).to.equal(readFileSync(file, "utf8"));
}
