import { expect } from "chai";
import { readCommits } from "../src/ingest/commits.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";

describe("commits of a deployment", () => {
  const fake = fakeSession();
  const deployment = "ingest deployment --service shop --version 1 --environment test";

  it("are read from git log on stdin, and the deployed commit has its full hash", async () => {
    await fake.serve({
      "POST /events/deployments": json({ id: "019353e1-7b1c-7c1e-9a4e-0242ac120002", queued: true }, 202),
    });
    const log = [
      "commit bbbb0000000000000000000000000000000000b2 (HEAD -> main, tag: v1.4.2)",
      "Author: Ada <ada@example.com>",
      "Date:   Fri Nov 20 10:00:00 2026 +0100",
      "",
      "    Simplify the pool's options",
      "    ",
      "    commit aaaa000 said how.",
      "",
      "diff --git a/pkg/db/pool.go b/pkg/db/pool.go",
      "index 1111111..2222222 100644",
      "--- a/pkg/db/pool.go",
      "+++ b/pkg/db/pool.go",
      "@@ -7 +7 @@",
      "-const maxConns = 50",
      "+const maxConns = 10",
      "",
      "commit aaaa0000000000000000000000000000000000a1",
      "Author: Ben <ben@example.com>",
      "Date:   Thu Nov 19 10:00:00 2026 +0100",
      "",
      "    Describe the pool",
      "",
    ].join("\n");
    const words =
      "ingest deployment --service shop --version v1.4.2 --environment production --commit bbbb000 --commits -";
    expect(await fake.run(words, log)).to.include({ code: 0 });
    const { gitHash, metadata } = JSON.parse(fake.server.requests.at(-1)?.body ?? "");
    expect(gitHash).to.equal("bbbb0000000000000000000000000000000000b2");
    expect(metadata.commits).to.have.length(2);
    expect(metadata.commits[0]).to.include({
      sha: "aaaa0000000000000000000000000000000000a1",
      message: "Describe the pool",
      diff: "",
    });
    expect(metadata.commits[1].files).to.deep.equal(["pkg/db/pool.go"]);
    expect(metadata.commits[1].message).to.contain("commit aaaa000 said how.");
    expect(metadata.commits[1].diff).to.contain("-const maxConns = 50\n+const maxConns = 10");
  });

  it("keep their order from a reversed log and from JSON", () => {
    const log = "commit aaaa000\n\n    First\n\ncommit bbbb000\n\n    Second\n";
    const shas = (text: string, deployed?: string) => readCommits(text, deployed).map(({ sha }) => sha);
    expect(shas(log)).to.deep.equal(["bbbb000", "aaaa000"]);
    expect(shas(log, "bbbb0001")).to.deep.equal(["aaaa000", "bbbb000"]);
    expect(shas('[{"sha":"a"},{"sha":"b"}]', "b")).to.deep.equal(["a", "b"]);
    const push = { ref: "main", commits: [{ id: "a", message: "x", added: ["new.ts"], modified: ["old.ts"] }] };
    expect(readCommits(JSON.stringify(push), undefined)).to.deep.equal([
      { sha: "a", message: "x", files: ["new.ts", "old.ts"], diff: "" },
    ]);
  });

  it("fit into one event: the newest keep their diffs, and a cut diff is marked", () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ sha: `c${index}`, diff: "ü".repeat(9_000) }));
    const commits = readCommits(JSON.stringify(many), undefined);
    expect(commits).to.have.length(40);
    expect(commits.at(-1)).to.include({ sha: "c59", diff: "ü".repeat(4_001) });
    expect(commits[0]).to.include({ sha: "c20", diff: "" });
    expect(Buffer.byteLength(JSON.stringify(commits))).to.be.below(210_000);
  });

  it("can be missing, with a warning on stderr", async () => {
    const event = { id: "019353e1-7b1c-7c1e-9a4e-0242ac120002", queued: true };
    for (const text of ["", " \n", '{"inputs":{},"ref":"refs/heads/main"}', '{"commits":[]}', "[]"]) {
      await fake.serve({ "POST /events/deployments": json(event, 202) });
      const { code, stdout, stderr } = await fake.run(`${deployment} --commits - --json`, text);
      expect(code, text).to.equal(0);
      expect(JSON.parse(stdout), text).to.deep.equal(event);
      expect(stderr, text).to.equal(
        "--commits stdin: it contains no commits; the deployment is sent without commits.\n",
      );
      expect(JSON.parse(fake.server.requests.at(-1)?.body ?? "")).to.deep.equal({
        service: "shop",
        version: "1",
        environment: "test",
      });
    }
  });

  it("without files cause a warning for a log, but not for JSON", async () => {
    const stat = "commit aaaa000\n\n    First\n\n pool.go | 2 +-\n 1 file changed\n";
    for (const [text, warning] of [
      [stat, "--commits stdin: its commits have no files, which a diagnosis reads: use git log -p.\n"],
      [`${stat}\ndiff --git pool.go pool.go\n`, ""],
      ['[{"sha":"aaaa000","message":"First"}]', ""],
    ]) {
      await fake.serve({ "POST /events/deployments": json({ id: "019353e1", queued: true }, 202) });
      expect(await fake.run(`${deployment} --commits -`, text), text).to.include({ code: 0, stderr: warning });
      expect(JSON.parse(fake.server.requests.at(-1)?.body ?? "").metadata.commits).to.have.length(1);
    }
  });

  it("have the names of their files with any prefix", () => {
    for (const [lines, file] of [
      [["diff --git pool.go pool.go", "--- pool.go", "+++ pool.go", "@@ -7 +7 @@"], "pool.go"],
      [["diff --git i/db/pool.go w/db/pool.go", "--- i/db/pool.go", "+++ w/db/pool.go"], "db/pool.go"],
      [["diff --git a/db/pool.go b/db/pool.go", "new file mode 100644", "--- /dev/null"], "db/pool.go"],
      [["diff --git b/pool.go b/pool.go", "--- b/pool.go", "+++ b/pool.go"], "b/pool.go"],
      [["diff --git a/src/a b/c.ts b/src/a b/c.ts", "--- a/src/a b/c.ts\t", "+++ b/src/a b/c.ts\t"], "src/a b/c.ts"],
      [["diff --git src/a b/c.ts src/a b/c.ts", "--- src/a b/c.ts\t", "+++ src/a b/c.ts\t"], "src/a b/c.ts"],
      [["diff --git a/old.ts b/new dir/new.ts", "rename from old.ts", "rename to new dir/new.ts"], "new dir/new.ts"],
      [
        ["diff --git old/x.ts new/x.ts", "similarity index 100%", "rename from old/x.ts", "rename to new/x.ts"],
        "new/x.ts",
      ],
      [["diff --git a/x.ts b/y.ts", "copy from x.ts", 'copy to "\\303\\244.ts"'], "ä.ts"],
      [["diff --git a/run.sh b/run.sh", "old mode 100644", "new mode 100755"], "run.sh"],
      [["diff --git logo.png logo.png", "Binary files logo.png and logo.png differ"], "logo.png"],
      [['diff --git "a/s\\303\\274\\303\\237 \\"x\\"\\t.go" "b/s\\303\\274\\303\\237 \\"x\\"\\t.go"'], 'süß "x"\t.go'],
      [["diff --cc db/pool.go", "index 1,2..3", "--- a/db/pool.go", "+++ b/db/pool.go"], "db/pool.go"],
    ] as const) {
      const log = ["commit aaaa000", "", "    First", "", ...lines].join("\n");
      expect(readCommits(log, undefined), log).to.deep.equal([
        { sha: "aaaa000", message: "First", files: [file], diff: lines.join("\n").trim() },
      ]);
    }
  });

  it("in an unknown format are a usage error", async () => {
    await fake.serve();
    for (const [text, complaint] of [
      ["9fceb02 Simplify\n", "expected the output of git log -p, or JSON"],
      ["[{]", "invalid JSON"],
      ['{"commits":1}', "a list of commits"],
      ['[{"message":"x"}]', "commit 1 has no sha"],
    ]) {
      const { code, stderr } = await fake.run(`${deployment} --commits -`, text);
      expect(code, text).to.equal(2);
      expect(stderr).to.contain(complaint);
    }
    expect(fake.server.requests).to.have.length(0);
  });
});
