import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { type Answer, refusal } from "./fake-tocsin.ts";

const csv =
  (text: string): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "text/csv" }).end(text);
  };

describe("exports of reports", () => {
  const fake = fakeSession();
  const at = "/remediation/reporting";
  const asked = () => fake.server.requests.map(({ method, url }) => `${method} ${url}`);

  describe("report export", () => {
    const rows = 'id,error\r\n1,"two\u001b]0;title\nlines"\r\n';

    it("prints CSV on stdout, without control sequences, with all cells in place", async () => {
      await fake.serve({ [`GET ${at}/runs/export/csv`]: csv(rows) });
      expect((await fake.run("report export --status failed")).stdout).to.equal('id,error\n1,"two]0;title\nlines"\n');
      expect(asked().at(-1)).to.equal(`GET ${at}/runs/export/csv?status=failed&limit=10000`);
    });

    it("writes a file completely, and keeps the old one after a failure", async () => {
      const folder = mkdtempSync(path.join(tmpdir(), "tocsin-export-"));
      const file = path.join(folder, "runs.csv");
      writeFileSync(file, "old");
      await fake.serve({ [`GET ${at}/runs/export/csv`]: refusal(403, "No.") });
      expect((await fake.run(`report export --file ${file}`)).code).to.equal(4);
      expect(readFileSync(file, "utf8")).to.equal("old");
      await fake.server.close();
      await fake.serve({ [`GET ${at}/runs/export/csv`]: csv("id\r\n") });
      const { stdout } = await fake.run(`report export --json --file ${file}`);
      expect(JSON.parse(stdout)).to.deep.equal({ file, bytes: 3 });
      expect(readFileSync(file, "utf8")).to.equal("id\n");
      expect(readdirSync(folder)).to.deep.equal(["runs.csv"]);
      expect((await fake.run(`report export --file ${folder}/none/runs.csv`)).code).to.equal(1);
    });

    it("keeps links, modes and devices", async () => {
      const folder = mkdtempSync(path.join(tmpdir(), "tocsin-export-"));
      const [file, link] = [path.join(folder, "runs.csv"), path.join(folder, "link.csv")];
      writeFileSync(file, "old");
      chmodSync(file, 0o600);
      symlinkSync(file, link);
      await fake.serve({ [`GET ${at}/runs/export/csv`]: csv("id\r\n") });
      expect((await fake.run(`report export --file ${link}`)).code).to.equal(0);
      expect(lstatSync(link).isSymbolicLink()).to.equal(true);
      expect(readFileSync(file, "utf8")).to.equal("id\n");
      expect(statSync(file).mode & 0o777).to.equal(0o600);
      const device = path.join(folder, "device");
      symlinkSync("/dev/null", device);
      expect((await fake.run(`report export --file ${device}`)).code).to.equal(0);
      expect(statSync(device).isCharacterDevice()).to.equal(true);
    });

    it("rejects --json without a file before the request", async () => {
      await fake.serve();
      expect((await fake.run("report export --json")).code).to.equal(2);
      expect(asked()).to.deep.equal([]);
    });
  });
});
