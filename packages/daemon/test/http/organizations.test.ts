import { expect } from "chai";
import { core, drained, ingest, startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { operations, SOME_ID } from "../support/operations.ts";
import { openStream } from "../support/stream.ts";
import { log } from "../support/telemetry.ts";
import { tokenOf } from "../support/tokens.ts";
import { waitFor } from "../support/wait.ts";

const CANARY = "canaryofshop";

describe("two organizations", function () {
  this.timeout(20_000);
  let daemon: TestDaemon;
  const shop = tokenOf("shop");
  const depot = tokenOf("depot");
  let incidentId = "";
  let eventId = "";
  let deadLetterId = "";

  before(async () => {
    daemon = await startTestDaemon();
    const body = { title: CANARY, description: CANARY, severity: "HIGH", affectedServices: [`${CANARY}-service`] };
    incidentId = (await core(daemon, "/incidents", { token: shop, body })).json<{ id: string }>().id;
    const event = log({ service: `${CANARY}-service`, message: CANARY });
    eventId = (await ingest(daemon, "/events/logs", event, { organization: "shop" })).json<{ id: string }>().id;
    await ingest(daemon, "/events/logs/batch?onInvalid=skip", [{ [CANARY]: CANARY }], { organization: "shop" });
    await drained(daemon, { organization: "shop" });
    deadLetterId = (await core(daemon, "/events/dead-letters", { token: shop })).json<{ id: string }[]>()[0]?.id ?? "";
    // The other one is in use as well: its lists aren't empty for want of anything.
    await core(daemon, "/incidents", {
      token: depot,
      body: { ...body, title: "own", description: "own", affectedServices: ["own"] },
    });
    await ingest(daemon, "/events/logs", log({ message: "own" }), { organization: "depot" });
    await drained(daemon, { organization: "depot" });
  });
  after(() => daemon.stop());

  it("see what is their own", async () => {
    for (const path of [
      `/incidents/${incidentId}`,
      `/incidents/${incidentId}/events`,
      `/events/${eventId}`,
      "/events/dead-letters",
      `/events/search?q=${CANARY}`,
    ]) {
      const answer = await core(daemon, path, { token: shop });
      expect(answer.status, path).to.equal(200);
      expect(answer.text, path).to.contain(CANARY);
    }
    expect(deadLetterId).to.not.equal("");
  });

  it("see nothing of each other in any operation, by any id, whatever they search for", async () => {
    const queries = [
      "",
      `?q=${CANARY}`,
      `?search=${CANARY}`,
      `?service=${CANARY}-service`,
      "?organizationId=shop",
      "?limit=100",
    ];
    for (const operation of operations().filter(({ id }) => id !== "streamIncidents" && id !== "readMetrics")) {
      for (const id of [incidentId, eventId, deadLetterId]) {
        const path = operation.path.replaceAll(SOME_ID, id);
        for (const query of operation.method === "GET" ? queries : [""]) {
          const { text, status } = await core(daemon, `${path}${query}`, { method: operation.method, token: depot });
          expect(text, `${operation.id} ${path}${query}`).to.not.contain(CANARY);
          expect(status, `${operation.id} ${path}${query}`).to.not.equal(500);
        }
      }
    }
  });

  it("get 404, not 403, for each other's ids", async () => {
    const cases: readonly (readonly [method: string, path: string, body?: unknown])[] = [
      ["GET", `/incidents/${incidentId}`],
      ["GET", `/incidents/${incidentId}/events`],
      ["PATCH", `/incidents/${incidentId}/status`, { status: "CLOSED" }],
      ["GET", `/events/${eventId}`],
      ["POST", `/events/dead-letters/${deadLetterId}/replay`],
    ];
    for (const [method, path, body] of cases) {
      expect(
        (await core(daemon, path, { method, token: depot, ...(body === undefined ? {} : { body }) })).status,
        path,
      ).to.equal(404);
    }
    expect((await core(daemon, `/incidents/${incidentId}`, { token: shop })).json()).to.include({ status: "OPEN" });
  });

  it("can't be reached by a header of the ingestion interface, nor by a field of the body", async () => {
    const headers = { "x-organization-id": "shop" };
    expect((await core(daemon, `/incidents/${incidentId}`, { token: depot, headers })).status).to.equal(404);
    expect((await core(daemon, `/events/search?q=${CANARY}`, { token: depot, headers })).json()).to.deep.equal([]);
  });

  it("can't take a page of each other's by its cursor", async () => {
    const first = await core(daemon, "/events/search?limit=1", { token: shop });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1];
    expect(cursor).to.be.a("string");
    for (const path of ["/events/search", "/incidents", "/events/dead-letters"]) {
      expect((await core(daemon, `${path}?cursor=${cursor}`, { token: depot })).text, path).to.not.contain(CANARY);
    }
  });

  it("have a stream each, with their own changes and their own numbers", async () => {
    const own = await openStream(daemon.core, shop);
    const foreign = await openStream(daemon.core, depot, "0");
    for (let index = 0; index < 5; index++) {
      await core(daemon, `/incidents/${incidentId}/status`, {
        method: "PATCH",
        token: shop,
        body: { status: index % 2 ? "OPEN" : "INVESTIGATING" },
      });
    }
    const body = { title: "own end", description: "own", severity: "LOW", affectedServices: [] };
    await core(daemon, "/incidents", { token: depot, body });
    await waitFor(() => own.messages.length === 5, { what: "five changes" });
    await waitFor(() => foreign.text().includes("own end"), { what: "the other organization's change" });
    expect(foreign.text()).to.not.contain(CANARY);
    expect(foreign.messages.map(({ id }) => id)).to.deep.equal(["1", "2"]);
    own.close();
    foreign.close();
  });
});
