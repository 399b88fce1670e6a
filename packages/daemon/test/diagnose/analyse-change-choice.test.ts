import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import { riskOf } from "../../src/diagnose/analyse/diff.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { change, metric, ONSET_AT, pattern, troubledPicture } from "../support/pictures.ts";
import { brings, commit, MINUTE } from "./analyse-changes-samples.ts";

const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const blamedIn = (picture: Picture) => diagnosisOf(picture).hypotheses[0]?.change;

const MOVED = "-\treturn s.load(ctx, key)\n+\treturn load(ctx, s, key)";

describe("The change among several that the analyser blames", () => {
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
