import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import { riskOf } from "../../src/diagnose/analyse/diff.ts";
import type { Commit, Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { change, metric, ONSET_AT, pattern, troubledPicture } from "../support/pictures.ts";

const MINUTE = 60_000;
const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const blamedIn = (picture: Picture) => diagnosisOf(picture).hypotheses[0]?.change;

const commit = (sha: string, diff: string, given: Partial<Commit> = {}): Commit => ({
  sha,
  message: "tidy",
  files: ["payments/main.go"],
  diff,
  isDiffWhole: true,
  hasAllFiles: true,
  ...given,
});
const brings = (sha: string, diff: string, minutesBefore: number) =>
  change({
    id: sha,
    gitHash: sha,
    note: "new options",
    at: ONSET_AT - minutesBefore * MINUTE,
    commits: [commit(sha, diff)],
  });

const MOVED = "-\treturn s.load(ctx, key)\n+\treturn load(ctx, s, key)";

describe("Which change the built-in analyser blames", () => {
  const suspicious: Readonly<Record<string, string>> = {
    "lowers a limit": "-\tMaxConns: 50,\n+\tMaxConns: 10,",
    "shortens a time, whatever it is told in": "-  default_ttl: 15m\n+  default_ttl: 15s",
    "shortens a deadline":
      "-\tctx := WithTimeout(ctx, 5*time.Second)\n+\tctx := WithTimeout(ctx, 300*time.Millisecond)",
    "takes a limit away": "-\tORDER BY score\n-\tLIMIT 50`\n+\tORDER BY score`",
    "gives less room, whatever it is told in": "-      memory: 1Gi\n+      memory: 512Mi",
    "lets fewer run": "-  replicas: 6\n+  replicas: 2",
    "keeps things for hours, not days": "-session_ttl: 2d\n+session_ttl: 12h",
    "takes a check away": "-\tif card == nil {\n-\t\treturn none\n-\t}\n return card.Status",
    "leaves something open": "-\tdefer rows.Close()\n+\tlog(rows)",
    "asks the database for more": '+\trow := db.Query("SELECT price FROM items WHERE sku = $1")',
  };
  for (const [what, diff] of Object.entries(suspicious)) {
    it(`is the one that ${what}, not the later one that moves code`, () => {
      const changes = [brings("later", MOVED, 2), brings("risky", diff, 6)];
      expect(blamedIn(troubledPicture({ changes }))).to.equal("risky");
    });
  }

  const harmless: Readonly<Record<string, string>> = {
    "raises a limit": "-\tMaxConns: 10,\n+\tMaxConns: 50,",
    "changes a comment": "-// at most 50\n+// at most 10",
    "moves a check": "-\tif a {\n+\tif a {\n+\t// as before",
    "raises a limit in another unit": "-idle_timeout: 90s\n+idle_timeout: 2m",
    "says something else in a message": '-\tlog("waits")\n+\tlog("waits for a lock, for a while")',
  };
  for (const [what, diff] of Object.entries(harmless)) {
    it(`is none where the only one ${what}`, () => {
      expect(blamedIn(troubledPicture({ changes: [brings("only", "", 2)] }))).to.equal("only");
      expect(blamedIn(troubledPicture({ changes: [brings("only", diff, 2)] }))).to.equal(null);
    });
  }

  const open: Readonly<Record<string, string>> = {
    "turns a switch": "-  fast_path: false\n+  fast_path: true",
    "calls another host": '-\tcfg.Host = "db-1"\n+\tcfg.Host = "db-2",',
    "takes another version among other lines":
      '-    "left-pad": "^1.3.0",\n-      "integrity": "sha-a"\n+    "left-pad": "^2.0.0",\n+      "integrity": "sha-b"',
  };
  for (const [what, diff] of Object.entries(open)) {
    it(`remains open where the only one ${what}`, () => {
      expect(blamedIn(troubledPicture({ changes: [brings("only", diff, 2)] }))).to.equal("only");
    });
  }

  it("isn't cleared by the harmless beginning of a diff, nor blamed for what its cut took away", () => {
    const commits = [commit("only", `@@ a @@\n${MOVED}`, { isDiffWhole: false })];
    const only = change({ gitHash: "only", note: "new options", commits });
    expect(blamedIn(troubledPicture({ changes: [only] }))).to.equal("only");
    const [risky, begun] = ["-\tMaxConns: 100,\n+\tMaxConns: 10,", "@@ b @@\n-\tMaxConns: 100,\n+\tMaxConns: 1"];
    expect(riskOf(commit("a", `@@ a @@\n${risky}\n${begun}`, { isDiffWhole: false }))).to.equal("risky");
    expect(riskOf(commit("a", `@@ a @@\n${MOVED}\n${begun}`, { isDiffWhole: false }))).to.equal("open");
  });

  it("is found in the last lines of a diff of which only the files are too many to be listed", () => {
    const lowered = "@@ a @@\n-\tMaxConns: 100,\n+\tMaxConns: 10,";
    expect(riskOf(commit("all", lowered, { hasAllFiles: false }))).to.equal("risky");
    expect(riskOf(commit("moves", `@@ a @@\n${MOVED}`, { hasAllFiles: false }))).to.equal("open");
    expect(riskOf(commit("docs", MOVED, { files: ["docs/a.md"], hasAllFiles: false }))).to.equal("open");
  });

  it("is found whatever words stand where a unit would be", () => {
    for (const word of ["constructor", "toString", "valueOf", "hasOwnProperty"]) {
      const diff = `-size: 5${word}\n+size: 4${word}`;
      expect(riskOf(commit("odd", diff)), word).to.equal("risky");
      expect(blamedIn(troubledPicture({ changes: [brings("odd", diff, 2)] })), word).to.equal("odd");
    }
  });

  it("is known by its hash, however much of it a deployment tells", () => {
    const hash = "4f1c0de9a8b7c6d5e4f30123456789abcdef0123";
    const bump = "-\tprotobuf v1.31.0\n+\tprotobuf v1.34.2";
    const commits = [commit(hash, bump), commit("0".repeat(40), bump)];
    expect(blamedIn(troubledPicture({ changes: [change({ gitHash: "4f1c0de", commits })] }))).to.equal("4f1c0de");
  });

  it("is named by the commit whose diff has the words of the trouble, though another one was deployed last", () => {
    const bump = (name: string) => `-\t${name} v1.31.0\n+\t${name} v1.34.2`;
    const files = ["go.mod"];
    const deployed = change({
      gitHash: "head",
      note: "module pins",
      commits: [commit("guilty", bump("protobuf"), { files }), commit("head", bump("cloud-sdk"), { files })],
    });
    const picture = troubledPicture({
      changes: [deployed],
      patterns: [pattern("payments", "panic: protobuf runtime registered twice", "fatal")],
    });
    expect(blamedIn(picture)).to.equal("guilty");
    const piece = diagnosisOf(picture).evidence.find(({ kind }) => kind === "deployment");
    expect(piece?.summary).to.contain("head").and.to.contain("which brought guilty");
  });

  it("shares no word with the trouble that only stands for what varies, and any that its diff holds, however far down", () => {
    const deployed = (message: string, diff: string) =>
      change({ gitHash: "head", commits: [commit("other", diff, { message }), commit("head", "")] });
    const patterns = [pattern("payments", "<path> failed: no ledger within <num>ms", "fatal")];
    const blamed = (message: string, diff = "") =>
      blamedIn(troubledPicture({ changes: [deployed(message, diff)], patterns, metrics: [], volumes: [] }));
    expect(blamed("num path")).to.equal("head");
    const far = ` ${"x ".repeat(150)}\n-\tmode = "a"\n+\tmode = "b"\n+\tbookedLedgerEntries()`;
    expect(blamed("tidy", far)).to.equal("other");
  });

  it("is none where more is asked of the service from outside", () => {
    const surge = ["checkout", "payments"].map((service) => metric(service, "requests_per_second", 100, 400));
    const picture = troubledPicture({ metrics: [...troubledPicture().metrics, ...surge] });
    expect(diagnosisOf(troubledPicture()).changeAtFault).to.equal(true);
    expect(diagnosisOf(picture).changeAtFault).to.equal(false);
  });

  it("remains open where the evidence carries no cause, unless none can be it", () => {
    const silent = { metrics: [], patterns: [], volumes: [] };
    const { changeAtFault, summary } = diagnosisOf(troubledPicture(silent));
    expect(changeAtFault).to.equal(null);
    expect(summary).to.contain("Whether 1 deployment around the time explains it remains open");
    const late = [change({ at: troubledPicture().noticedAt + 2 * MINUTE })];
    const cleared = diagnosisOf(troubledPicture({ ...silent, changes: late }));
    expect(cleared.changeAtFault).to.equal(false);
    expect(cleared.summary).to.contain("Of 1 deployment around the time, none explains it");
  });

  it("is none that came when its service was in trouble already", () => {
    const climbing = metric("payments", "db_connections_used", 10, 98);
    const amid = change({ at: ONSET_AT - 3 * MINUTE, note: "new options" });
    const picture = troubledPicture({ metrics: [climbing], changes: [amid], patterns: [], volumes: [] });
    expect(diagnosisOf(picture).changeAtFault).to.equal(true);
    for (let step = 50; step < 90; step += 1) climbing.values[step] = 10 + 2 * (step - 50);
    expect(diagnosisOf({ ...picture }).changeAtFault).to.equal(false);
  });

  it("may be that of a caller, which foretold it by a sign of its own, and is taken back there", () => {
    const colder = metric("checkout", "cache_hit_ratio", 0, 0);
    colder.values.forEach((_, step) => {
      colder.values[step] = (step < 60 ? 97 : 55) + ((step * 7) % 3);
    });
    const callers = change({
      id: "callers",
      service: "checkout",
      gitHash: "caller",
      at: ONSET_AT - 31 * MINUTE,
      note: "ttl",
    });
    const picture = troubledPicture({ changes: [callers], metrics: [...troubledPicture().metrics, colder] });
    const { hypotheses, suggestedFixes } = diagnosisOf(picture);
    expect(hypotheses[0]).to.include({ service: "payments", change: "caller" });
    expect(suggestedFixes[0]).to.include({ service: "checkout", actionType: "rollback-deployment" });
  });
});
