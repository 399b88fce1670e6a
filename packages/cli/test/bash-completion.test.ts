import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { BASH_SCRIPT } from "../src/completion/bash-script.ts";

/** What bash offers for these words, and the arguments that the program was called with. */
function complete(words: readonly string[], answer: string, folder: string) {
  const program = join(folder, "tocsin");
  writeFileSync(program, `#!/bin/bash\nprintf '%s\\0' "$@" > ${folder}/arguments\ncat ${folder}/answer\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, "answer"), answer);
  const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const script = `${BASH_SCRIPT}
compopt() { :; }
COMP_WORDS=(tocsin ${quoted}) COMP_CWORD=${words.length}
__tocsin_complete
printf '%s\\0' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], {
    cwd: folder,
    env: { PATH: `${folder}${delimiter}${process.env["PATH"]}` },
    encoding: "utf8",
  });
  expect(stderr).to.equal("");
  const given = existsSync(join(folder, "arguments")) ? readFileSync(join(folder, "arguments"), "utf8") : "";
  return { offered: stdout.split("\0").filter(Boolean), given: given.split("\0").slice(0, -1) };
}

describe("completion in bash", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tocsin-bash-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("passes the typed words up to the cursor, the last one also where it is empty", () => {
    const { given } = complete(["incident", "show", ""], ":4\n", folder);
    expect(given).to.deep.equal(["complete", "--", "incident", "show", ""]);
  });

  it("neither runs nor redirects what is typed", () => {
    const typed = ["incident", "export", ">", "kept.csv", "$(touch ran)", "--st"];
    const { given } = complete(typed, "--status\tOnly this status.\n:4\n", folder);
    expect(given.slice(2)).to.deep.equal(typed);
    expect(existsSync(join(folder, "ran"))).to.equal(false);
    expect(existsSync(join(folder, "kept.csv"))).to.equal(false);
  });

  it("quotes names of the server, which it doesn't run either", () => {
    const { offered } = complete(["service", "show", ""], "$(touch ran)\ttier 1\nmy service\ttier 2\n:4\n", folder);
    expect(offered).to.deep.equal(["\\$\\(touch\\ ran\\)", "my\\ service"]);
    expect(existsSync(join(folder, "ran"))).to.equal(false);
  });

  it("offers only the value of a flag that is written with =", () => {
    const { offered } = complete(
      ["incidents", "--severity=L"],
      "--severity=LOW\tlow\n--severity=HIGH\thigh\n:4\n",
      folder,
    );
    expect(offered).to.deep.equal(["LOW"]);
  });
});
