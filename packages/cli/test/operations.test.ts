import { readdirSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { type DocumentServer, dangerous, documentServer } from "./operations/document-server.ts";
import type { Reached, Typed } from "./operations/reached.ts";
import { cleanEnv, start, tokenOf } from "./run.ts";

const folder = new URL("operations/", import.meta.url);
const files = readdirSync(folder).filter((file) => !/^(?:reached|document-server)\.ts$/.test(file));
const tables = await Promise.all(
  files.map(async (file) => ((await import(new URL(file, folder).href)) as { reached: Reached }).reached),
);
const reached = new Map(tables.flatMap((table) => Object.entries(table)));

/** Longer than any command needs once its request was answered; what follows a stream is interrupted then. */
const FOLLOWS_MS = 4_000;

/** Both interfaces, and the environment in which the command line asks them. */
interface Interfaces {
  readonly core: DocumentServer;
  readonly ingestion: DocumentServer;
  readonly env: Record<string, string>;
}

async function openInterfaces(): Promise<Interfaces> {
  const [core, ingestion] = [await documentServer("core"), await documentServer("ingestion")];
  const token = tokenOf({ sub: "ada", organizationId: "acme" });
  return { core, ingestion, env: { TOCSIN_URL: core.url, TOCSIN_INGEST_URL: ingestion.url, TOCSIN_TOKEN: token } };
}

/** Interface and id of the operation; ids of both interfaces have the prefix `ingestion:`. */
function placeOf(operation: string, { core, ingestion }: Interfaces): { server: DocumentServer; id: string } {
  if (operation.startsWith("ingestion:")) return { server: ingestion, id: operation.slice("ingestion:".length) };
  return { server: core.operationIds.includes(operation) ? core : ingestion, id: operation };
}

const wordsOf = (typed: Typed): string[] => (typeof typed === "string" ? typed.split(" ") : [...typed.args]);

/** Types a command with more words, and sees it to its end; one that follows a stream is interrupted once `isAsked`. */
async function type(typed: Typed, more: readonly string[], env: Record<string, string>, isAsked: () => boolean) {
  const child = start([...wordsOf(typed), ...more], cleanEnv(env));
  child.stdin.on("error", () => {});
  child.stdin.end(typeof typed === "string" ? "" : (typed.input ?? ""));
  let timer: NodeJS.Timeout | undefined;
  const watch = setInterval(() => {
    if (!isAsked()) return;
    clearInterval(watch);
    timer = setTimeout(() => child.kill("SIGINT"), FOLLOWS_MS);
  }, 50);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  clearInterval(watch);
  clearTimeout(timer);
  return { stdout, stderr };
}

/** Whether the text is JSON or lines of JSON. */
function isJson(stdout: string): boolean {
  const readable = (each: string): boolean => {
    try {
      JSON.parse(each);
      return true;
    } catch {
      return false;
    }
  };
  return readable(stdout) || stdout.trimEnd().split("\n").every(readable);
}

describe("operations of the interfaces, from the command line", function () {
  this.timeout(60_000);
  let asked: Interfaces;
  /** Server for --dry-run, which runs concurrently. */
  let spared: Interfaces;
  before(async () => {
    [asked, spared] = [await openInterfaces(), await openInterfaces()];
  });
  after(() => Promise.all([asked, spared].flatMap(({ core, ingestion }) => [core.close(), ingestion.close()])));

  it("are all reached by a command", () => {
    const { core, ingestion } = asked;
    const shared = (id: string) => (core.operationIds.includes(id) ? `ingestion:${id}` : id);
    const wanted = [...core.operationIds, ...ingestion.operationIds.map(shared)];
    expect([...reached.keys()].toSorted()).to.deep.equal(wanted.toSorted());
  });

  for (const [operation, typed] of reached) {
    it(`${operation} is requested by ${wordsOf(typed).join(" ")}: output is clean, --json prints JSON, --dry-run changes nothing`, async () => {
      const { server, id } = placeOf(operation, asked);
      const { server: sparedServer } = placeOf(operation, spared);
      server.operations.length = 0;
      sparedServer.operations.length = 0;
      const isAsked = () => server.operations.includes(id);
      const runs = await Promise.all([
        type(typed, [], asked.env, isAsked),
        type(typed, ["--json"], asked.env, isAsked),
        ...(server.changing.has(id) ? [type(typed, ["--dry-run"], spared.env, () => false)] : []),
      ]);
      expect(server.operations, runs[0].stderr).to.include(id);
      expect(sparedServer.operations).not.to.include(id);
      for (const { stdout, stderr } of runs) {
        expect(stdout).not.to.match(dangerous);
        expect(stderr).not.to.match(dangerous);
        expect(stderr).not.to.match(/\n\s+at .+:\d+:\d+/);
      }
      expect(isJson(runs[1].stdout), runs[1].stdout).to.equal(true);
      if (runs[2]) expect(runs[2].stderr).not.to.contain("Error:");
    });
  }
});
