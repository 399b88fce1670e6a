import { expect } from "chai";
import { rewordValidationMessage } from "../../src/http/core/validation-message.ts";
import { TIME_FORMAT_MESSAGE } from "../../src/ingest/timestamp.ts";
import { core } from "../support/daemon.ts";
import { coreDocument, operations } from "../support/operations.ts";
import { type ErrorBody, request } from "../support/request.ts";
import { mintToken } from "../support/tokens.ts";
import { coreRequests } from "./core-requests.ts";

describe("the answers of the core interface", function () {
  this.timeout(30_000);
  const world = coreRequests();

  it("are none of a missing operation: whatever the document describes is there", async () => {
    for (const { id, method, path } of operations().filter(
      (each) => each.id !== "streamIncidents" && each.permission !== undefined,
    )) {
      expect((await core(world.daemon, path, { method })).status, id).to.be.oneOf([200, 201, 400, 404, 415, 422]);
    }
  });

  it("have the shape of an error for every mistake a caller can make", async () => {
    const { core: base } = world.daemon;
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
      world.isError(answer, status, `${method} ${path} ${String(headers?.["content-type"] ?? "")}`);
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
      const answer = await core(world.daemon, path, body === undefined ? {} : { body });
      world.isError(answer, 400, path);
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
    const answer = await core(world.daemon, "/incidents", { method: "DELETE" });
    const allowed = (answer.headers.get("allow") ?? "").split(/, ?/).sort();
    expect(allowed).to.deep.equal(["GET", "HEAD", "POST"]);
  });

  it("carry a request id of their own, also where the caller sends one", async () => {
    const ids = new Set<string | null>();
    for (let index = 0; index < 5; index++) {
      const answer = await core(world.daemon, "/incidents", { headers: { "x-request-id": "mine\u00e9<>" } });
      ids.add(answer.headers.get("x-request-id"));
    }
    expect(ids.size).to.equal(5);
    for (const path of ["/health/live", "/health/ready", "/metrics", "/openapi.json", "/api"]) {
      expect((await request(`${world.daemon.core}${path}`)).headers.get("x-request-id"), path).to.match(/^[\w-]{8,}$/);
    }
  });
});
