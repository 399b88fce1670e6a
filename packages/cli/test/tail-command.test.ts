import { text } from "node:stream/consumers";
import { expect } from "chai";
import { fakeSession } from "./fake-session.ts";
import { incident, stream } from "./fake-tocsin.ts";
import { cleanEnv, start } from "./run.ts";

describe("the command tail", () => {
  const fake = fakeSession();
  const [first, second] = [
    incident(),
    incident({
      id: "019353e2-0000-7000-8000-000000000002",
      title: "bad\u001b]0;pwned\u0007 \u202etitle",
      status: "INVESTIGATING",
    }),
  ];

  describe("tail", () => {
    /** Follows until this part is printed; gives all that was. */
    async function followUntil(part: string): Promise<{ out: string; stderr: string }> {
      const child = start(["tail", "--json"], cleanEnv(fake.env));
      const stderr = text(child.stderr);
      let out = "";
      child.stdout.on("data", (chunk) => {
        out += chunk;
        if (out.includes(part)) child.kill("SIGINT");
      });
      await new Promise((resolve) => child.on("close", resolve));
      return { out, stderr: await stderr };
    }

    it("writes a line of JSON for every matching change, and exits with 130 at Ctrl-C", async () => {
      const messages = [first, { ...second, severity: "LOW" }, { ...second, title: "last" }];
      await fake.serve({
        "GET /incidents/stream": stream(
          messages.map((data, id) => `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`).join(""),
        ),
      });
      const child = start(
        ["tail", "--severity", "critical,high", "--service", "checkout", "--replay", "41"],
        cleanEnv(fake.env),
      );
      let out = "";
      child.stdout.on("data", (chunk) => {
        out += chunk;
        if (out.includes("last")) child.kill("SIGINT");
      });
      expect(await new Promise((resolve) => child.on("close", resolve))).to.equal(130);
      expect(
        out
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
          .map(({ type, id, incident: { title } }) => [type, id, title]),
      ).to.deep.equal([
        ["incident", "0", first.title],
        ["incident", "2", "last"],
      ]);
      expect(fake.server.requests[0]?.headers["last-event-id"]).to.equal("41");
    });

    it("reports once that it reconnects, and does", async () => {
      let connections = 0;
      await fake.serve({
        "GET /incidents/stream": (response) => {
          connections += 1;
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.write(
            `retry: 1\n\nid: ${connections}\ndata: ${JSON.stringify({ ...first, title: `title ${connections}` })}\n\n`,
          );
          if (connections === 1) response.end();
        },
      });
      expect((await followUntil("title 2")).stderr).to.equal("The server ended the stream. Reconnecting.\n");
      expect(fake.server.requests.map(({ headers }) => headers["last-event-id"])).to.deep.equal([undefined, "1"]);
    });

    it("resumes from its start when the connection is lost before the first change", async () => {
      await fake.serve({
        "GET /incidents/stream": (response, { headers }) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          if (headers["last-event-id"] === "7") response.write(`id: 8\ndata: ${JSON.stringify(first)}\n\n`);
          else response.end('retry: 1\n\nid: 7\nevent: ready\ndata: {"lastEventId":"7"}\n\n');
        },
      });
      const { out, stderr } = await followUntil('"id":"8"');
      expect(JSON.parse(out)).to.include({ type: "incident", id: "8" });
      expect(stderr).to.equal("The server ended the stream. Reconnecting.\n");
    });

    it("reports that changes may be missing when the connection is lost before an id", async () => {
      let connections = 0;
      await fake.serve({
        "GET /incidents/stream": (response) => {
          connections += 1;
          response.writeHead(200, { "content-type": "text/event-stream" });
          if (connections === 1) response.end("retry: 1\n\n");
          else response.write(`id: 8\ndata: ${JSON.stringify(first)}\n\n`);
        },
      });
      expect((await followUntil('"id":"8"')).stderr).to.contain("Changes may be missing");
    });

    it("fails if its first connection fails", async () => {
      await fake.serve();
      await fake.server.close();
      expect((await fake.run("tail")).stderr).to.contain("refused the connection");
    });
  });
});
