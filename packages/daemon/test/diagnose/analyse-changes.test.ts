import { expect } from "chai";
import { analyse } from "../../src/diagnose/analyse/analyse.ts";
import type { Picture } from "../../src/diagnose/gather/incident-picture.ts";
import { troubledPicture } from "../support/pictures.ts";
import { brings } from "./analyse-changes-samples.ts";

const diagnosisOf = (picture: Picture) => analyse(picture).diagnosis;
const blamedIn = (picture: Picture) => diagnosisOf(picture).hypotheses[0]?.change;

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
});
