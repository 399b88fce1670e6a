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

describe("operations of the interfaces, from the command line", function () {
  this.timeout(60_000);
  let core: DocumentServer;
  let ingestion: DocumentServer;
  before(async () => {
    [core, ingestion] = [await documentServer("core"), await documentServer("ingestion")];
  });
  after(() => Promise.all([core.close(), ingestion.close()]));

  /** The operations of both interfaces; those that both have are told apart by `ingestion:`. */
  const wanted = (): string[] => [
    ...core.operationIds,
    ...ingestion.operationIds.map((id) => (core.operationIds.includes(id) ? `ingestion:${id}` : id)),
  ];

  async function type(typed: Typed, isAsked: () => boolean) {
    const args = typeof typed === "string" ? typed.split(" ") : typed.args;
    const child = start(
      args,
      cleanEnv({
        TOCSIN_URL: core.url,
        TOCSIN_INGEST_URL: ingestion.url,
        TOCSIN_TOKEN: tokenOf({ sub: "ada", organizationId: "acme" }),
      }),
    );
    child.stdin.on("error", () => {});
    child.stdin.end(typeof typed === "string" ? "" : (typed.input ?? ""));
    const watch = setInterval(() => {
      if (!isAsked()) return;
      clearInterval(watch);
      timer = setTimeout(() => child.kill("SIGINT"), FOLLOWS_MS);
    }, 50);
    let timer: NodeJS.Timeout | undefined;
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    clearInterval(watch);
    clearTimeout(timer);
    return { stdout, stderr };
  }

  it("are all reached by a command", () => {
    expect([...reached.keys()].toSorted()).to.deep.equal(wanted().toSorted());
  });

  for (const [operation, typed] of reached) {
    const words = typeof typed === "string" ? typed : typed.args.join(" ");
    it(`${operation} is asked for by ${words}, and hostile text of the answer comes out harmless`, async () => {
      const [server, id] = operation.startsWith("ingestion:")
        ? [ingestion, operation.slice("ingestion:".length)]
        : [
            ingestion.operationIds.includes(operation) && !core.operationIds.includes(operation) ? ingestion : core,
            operation,
          ];
      server.asked.length = 0;
      const { stdout, stderr } = await type(typed, () => server.asked.includes(id));
      expect(server.asked, stderr).to.include(id);
      expect(stdout).not.to.match(dangerous);
      expect(stderr).not.to.match(dangerous);
      expect(stderr).not.to.match(/\n\s+at .+:\d+:\d+/);
    });
  }
});
