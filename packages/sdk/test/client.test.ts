import { expect } from "chai";
import { Tocsin, TocsinError } from "../src/index.ts";
import { type Act, answers, type ScriptedServer, scriptedServer } from "./scripted-server.ts";

describe("a client", () => {
  let server: ScriptedServer;
  async function play(...acts: Act[]) {
    server = await scriptedServer(...acts);
    return new Tocsin({
      baseUrl: `${server.url}/`,
      ingestUrl: server.url,
      token: async () => "T",
      apiKey: "K",
      organizationId: "acme",
    });
  }
  afterEach(() => server?.close());

  it("sends the token to the core interface only", async () => {
    const client = await play(answers(200, {}));
    await client.incidents.get("a/b");
    expect(server.seen[0]).to.include({ method: "GET", url: "/incidents/a%2Fb" });
    expect(server.seen[0]?.headers).to.include({ authorization: "Bearer T", accept: "application/json" });
    expect(server.seen[0]?.headers).not.to.have.property("x-api-key");
  });

  it("refuses an id that would address something else, and sends nothing", async () => {
    const client = await play(answers(200, []));
    for (const id of ["", ".", ".."]) {
      const error = await client.incidents.get(id).catch((thrown: unknown) => thrown);
      expect(String(error)).to.contain(`must not be "${id}"`);
    }
    expect(server.seen).to.deep.equal([]);
  });

  it("sends key and organization to the ingestion interface only", async () => {
    const client = await play(answers(202, { accepted: 0, rejected: 0 }));
    await client.ingest.logs([], { onInvalid: "skip" });
    await client.ingest.logs([], { organizationId: "other" });
    expect(server.seen.map(({ url }) => url)).to.deep.equal([
      "/events/logs/batch?onInvalid=skip",
      "/events/logs/batch",
    ]);
    expect(server.seen[0]?.headers).to.include({
      "x-api-key": "K",
      "x-organization-id": "acme",
      "content-type": "application/json",
    });
    expect(server.seen[0]?.headers).not.to.have.property("authorization");
    expect(server.seen[1]?.headers).to.include({ "x-organization-id": "other" });
  });

  it("leaves undefined filters out and writes booleans as the interface wants them", async () => {
    const client = await play(answers(200, []));
    await client.incidents.list({ status: "OPEN", service: undefined, deduplicated: true, search: "a&b" });
    expect(server.seen[0]?.url).to.equal("/incidents?status=OPEN&deduplicated=true&search=a%26b");
  });

  it("gives text answers as text", async () => {
    const client = await play(answers(200, "", { "content-type": "text/csv; charset=utf-8" }));
    expect(await client.incidents.exportCsv()).to.equal('""');
    expect(server.seen[0]?.headers).to.include({ accept: "text/csv" });
  });

  it("notices that something else than Tocsin answered", async () => {
    const client = await play(
      answers(200, "<html>", { "content-type": "text/html" }),
      answers(302, "", { location: "https://login.test/" }),
    );
    for (const part of ["text/html, not with application/json", "302"]) {
      const failure = await client.incidents.get("1").catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(TocsinError);
      expect((failure as TocsinError).message).to.contain(part);
    }
  });

  it("calls broken JSON by its name", async () => {
    const client = await play((response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"a":');
    });
    expect(await client.incidents.get("1").catch((error: unknown) => error))
      .to.be.instanceOf(TocsinError)
      .and.have.property("message")
      .that.contains("not valid JSON");
  });

  it("refuses an address that is none, before anything is sent", () => {
    expect(() => new Tocsin({ baseUrl: "localhost:7070" })).to.throw(TypeError, "baseUrl must be an address");
    expect(() => new Tocsin({ ingestUrl: "" })).to.throw(TypeError, "ingestUrl must be an address");
  });

  it("sends any request by hand, with token, key and idempotency", async () => {
    const client = await play(answers(201, { ok: true }));
    const answer = await client.request({ method: "post", path: "team?x=1", body: { name: "Ada" } });
    expect(await answer.json()).to.deep.equal({ ok: true });
    await client.request({
      method: "POST",
      path: "/events/logs",
      body: "{}",
      target: "ingestion",
      headers: { "x-organization-id": "other" },
    });
    expect(server.seen[0]).to.include({ method: "POST", url: "/team?x=1", body: '{"name":"Ada"}' });
    expect(server.seen[0]?.headers).to.include({ authorization: "Bearer T" });
    expect(server.seen[1]?.headers)
      .to.include({ "x-api-key": "K", "x-organization-id": "other" })
      .and.to.have.property("idempotency-key");
  });

  it("keeps two clients apart", async () => {
    const one = await play(answers(200, {}));
    const two = new Tocsin({ baseUrl: server.url, token: "U" });
    await one.incidents.get("1");
    await two.incidents.get("1");
    await one.incidents.get("1");
    expect(server.seen.map(({ headers }) => headers.authorization)).to.deep.equal(["Bearer T", "Bearer U", "Bearer T"]);
  });
});
