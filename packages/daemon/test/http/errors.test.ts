import http from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { rewordValidationMessage } from "../../src/http/core/validation-message.ts";
import { TIME_FORMAT_MESSAGE } from "../../src/ingest/timestamp.ts";
import { core, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { coreDocument, operations } from "../support/operations.ts";
import { type Answer, type ErrorBody, request } from "../support/request.ts";
import { openStream } from "../support/stream.ts";
import { mintToken } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

describe("the answers of the core interface", function () {
  this.timeout(30_000);
  let daemon: TestDaemon;
  before(async () => {
    daemon = await startTestDaemon();
  });
  after(() => daemon.stop());

  function isError(answer: Answer, status: number, what: string): void {
    expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).to.equal(status);
    expect(answer.headers.get("content-type"), what).to.match(/^application\/json/);
    expect(answer.headers.get("x-request-id"), what).to.match(/^[\w-]{8,}$/);
    const body = answer.json<ErrorBody>();
    expect(body.statusCode, what).to.equal(status);
    expect(body.error, what).to.be.a("string").and.not.equal("");
    expect(body.message, what).to.be.a("string").and.not.equal("");
    expect(answer.text, what).to.not.match(/node_modules|\/work\/|SQLITE|select |\.ts:/i);
  }

  it("are none of a missing operation: whatever the document describes is there", async () => {
    for (const { id, method, path } of operations().filter(
      (each) => each.id !== "streamIncidents" && each.permission !== undefined,
    )) {
      expect((await core(daemon, path, { method })).status, id).to.be.oneOf([200, 201, 400, 404, 415, 422]);
    }
  });

  it("have the shape of an error for every mistake a caller can make", async () => {
    const { core: base } = daemon;
    const token = mintToken();
    const json = { "content-type": "application/json" };
    const cases: readonly (readonly [number, string, string, RequestInit & { headers?: Record<string, string> }])[] = [
      [404, "GET", "/nothing", {}],
      [404, "GET", "/incidents/01900000-0000-7000-8000-000000000000", {}],
      [405, "DELETE", "/incidents", {}],
      [400, "GET", "/incidents/%E0%A4%A", {}],
      [404, "GET", "/incidents/not-a-uuid", {}],
      [400, "GET", "/incidents?limit=x", {}],
      [400, "POST", "/incidents", { body: "{", headers: json }],
      [400, "POST", "/incidents", { body: "", headers: json }],
      [415, "POST", "/incidents", { body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } }],
      [415, "POST", "/incidents", { body: "{}", headers: { "content-type": "application/json; charset=iso-8859-1" } }],
      [415, "POST", "/incidents", { body: "{}", headers: { ...json, "content-encoding": "snappy" } }],
      [400, "POST", "/incidents", { body: "no gzip", headers: { ...json, "content-encoding": "gzip" } }],
      [413, "POST", "/incidents", { body: JSON.stringify({ title: "x".repeat(1_100_000) }), headers: json }],
      [401, "GET", "/incidents", { headers: { authorization: "Bearer nothing" } }],
    ];
    for (const [status, method, path, { body, headers }] of cases) {
      const answer = await request(`${base}${path}`, {
        method,
        ...(headers?.["authorization"] ? {} : { token }),
        ...(body === undefined ? {} : { body }),
        ...(headers ? { headers } : {}),
      });
      isError(answer, status, `${method} ${path} ${String(headers?.["content-type"] ?? "")}`);
    }
  });

  it("say what is wrong with a value in words", async () => {
    const title = { title: " ", description: "d", severity: "LOW", affectedServices: [] };
    const cases: readonly (readonly [path: string, body: unknown, details: object])[] = [
      [
        "/incidents",
        { ...title, severity: undefined },
        { "/title": "must hold more than white space", "/severity": "is required" },
      ],
      [
        "/team",
        { name: "n", email: "n@x.io", avatarUrl: "ftp://x" },
        { "/avatarUrl": "must begin with http:// or https://" },
      ],
      ["/incidents/%", undefined, { "/incidents/%": "is no address: write a percent sign as %25" }],
      ["/correlation/decisions?from=yesterday", undefined, { "/query/from": TIME_FORMAT_MESSAGE }],
    ];
    for (const [path, body, details] of cases) {
      const answer = await core(daemon, path, body === undefined ? {} : { body });
      isError(answer, 400, path);
      const said = answer.json<ErrorBody>().details ?? [];
      expect(Object.fromEntries(said.map((each) => [each.path, each.message])), path).to.deep.equal(details);
      expect(answer.json<ErrorBody>().message).to.include(`Invalid request: ${said[0]?.path} ${said[0]?.message}`);
    }
    const patterns: string[] = [];
    JSON.stringify(coreDocument, (_key, value: { type?: unknown; pattern?: string } | null) => {
      if (value?.type === "string" && value.pattern !== undefined) patterns.push(value.pattern);
      return value;
    });
    expect(patterns.length).to.be.above(20);
    for (const pattern of patterns) {
      expect(rewordValidationMessage(`must match pattern "${pattern}"`), pattern).to.not.match(/pattern|undefined/);
    }
  });

  it("say with 405 what is allowed", async () => {
    const answer = await core(daemon, "/incidents", { method: "DELETE" });
    const allowed = (answer.headers.get("allow") ?? "").split(/, ?/).sort();
    expect(allowed).to.deep.equal(["GET", "HEAD", "POST"]);
  });

  it("carry a request id of their own, also where the caller sends one", async () => {
    const ids = new Set<string | null>();
    for (let index = 0; index < 5; index++) {
      const answer = await core(daemon, "/incidents", { headers: { "x-request-id": "mine\u00e9<>" } });
      ids.add(answer.headers.get("x-request-id"));
    }
    expect(ids.size).to.equal(5);
    for (const path of ["/health/live", "/health/ready", "/metrics", "/openapi.json", "/api"]) {
      expect((await request(`${daemon.core}${path}`)).headers.get("x-request-id"), path).to.match(/^[\w-]{8,}$/);
    }
  });

  it("have a code also where a page is asked for by another spelling", async () => {
    for (const path of ["/health/live/", "/HEALTH/LIVE", "/metrics/"]) {
      const answer = await core(daemon, path, { token: mintToken() });
      expect(answer.status, path).to.equal(404);
      expect(answer.json<{ code: string }>().code, path).to.equal("path_not_found");
    }
  });

  it("survive deep, odd and hostile bodies without a 5xx", async () => {
    const bodies = [
      "[".repeat(100_000),
      `{"a":`.repeat(50_000),
      "null",
      "true",
      "1e400",
      '"x"',
      "[]",
      '{"title":{"$gt":""}}',
      "\uFEFF{}",
      "\u0000",
      '{"title":"\\ud800","description":"\\u0000","severity":"LOW","affectedServices":["\\ud800","\\u0000"]}',
      `{"title":"t","description":"d","severity":"LOW","affectedServices":${JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `s${index}`))}}`,
    ];
    for (const body of bodies) {
      const answer = await core(daemon, "/incidents", { body });
      expect(answer.status, `${body.slice(0, 60)}: ${answer.text.slice(0, 200)}`).to.be.below(500);
    }
    expect((await core(daemon, "/incidents")).status).to.equal(200);
  });

  it("to HEAD are those to GET without the body", async () => {
    for (const path of [
      "/incidents",
      "/events/search",
      "/detection/rules",
      "/health/ready",
      "/health/live",
      "/incidents/01900000-0000-7000-8000-000000000000",
    ]) {
      const [get, head] = [await core(daemon, path), await core(daemon, path, { method: "HEAD" })];
      expect(head.status, path).to.equal(get.status);
      expect(head.text, path).to.equal("");
      expect(head.headers.get("content-type"), path).to.equal(get.headers.get("content-type"));
    }
    expect((await request(`${daemon.core}/incidents`, { method: "HEAD" })).status).to.equal(401);
    for (const path of ["/health/ready", "/health/live"])
      expect((await request(`${daemon.ingest}${path}`, { method: "HEAD" })).status, path).to.equal(200);
  });

  it("to HEAD of the stream end: the connection answers the next request, and no reader is left", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${mintToken()}` };
        const call = http.request(`${daemon.core}${path}`, { method, agent, headers, timeout: 2_000 });
        call.on("timeout", () => call.destroy(new Error(`${method} ${path} was not answered within 2 s.`)));
        call.on("error", reject).on("response", (response) => text(response).then(resolve, reject));
        call.end();
      });
    try {
      expect(await send("HEAD", "/incidents/stream")).to.equal("");
      expect(await send("GET", "/metrics")).to.match(/^tocsin_stream_clients 0$/m);
    } finally {
      agent.destroy();
    }
  });

  it("of the stream say that nothing in between may keep or buffer it", async () => {
    const stream = await openStream(daemon.core, mintToken());
    expect(stream.headers).to.include({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    await waitFor(() => stream.text().startsWith("retry: 2000\n\n"));
    stream.close();
  });
});
