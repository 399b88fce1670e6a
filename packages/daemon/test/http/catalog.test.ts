import { expect } from "chai";
import { tokenOf } from "../support/tokens.ts";
import { catalogRequests, ENTRY } from "./catalog-requests.ts";

describe("The service catalog over HTTP", function () {
  this.timeout(30_000);
  const world = catalogRequests();

  it("writes, reads, lists, renames and removes an entry, whatever its name", async () => {
    const name = "a/b ü?%#'__proto__";
    const written = await world.put(name);
    expect(written.json()).to.deep.include({ ...ENTRY, serviceName: name, dependencies: [] });
    expect(await world.read(world.entryPath(name))).to.deep.equal(written.json());
    // What was read can be written back.
    expect(
      (await world.ask("PUT", world.entryPath(name), { ...written.json<object>(), slo: null, environment: null }))
        .status,
    ).to.equal(200);
    expect(await world.read("/services/catalog")).to.deep.equal([await world.read(world.entryPath(name))]);
    const renamed = await world.ask("POST", world.entryPath(name, "/rename"), { serviceName: " plain " });
    expect(renamed.json()).to.include({ serviceName: "plain", slo: null });
    expect((await world.ask("POST", world.entryPath(name, "/rename"), { serviceName: "x" })).status).to.equal(404);
    await world.put("taken");
    expect((await world.ask("POST", world.entryPath("plain", "/rename"), { serviceName: "taken" })).status).to.equal(
      409,
    );
    expect((await world.ask("DELETE", world.entryPath("plain"))).json()).to.deep.equal({ deleted: true });
    expect((await world.ask("DELETE", world.entryPath("plain"))).status).to.equal(404);
    expect((await world.ask("GET", world.entryPath("plain"))).status).to.equal(404);
  });

  it("refuses what is no entry, no name and no set of dependencies", async () => {
    for (const wrong of [
      { ownerTeam: " " },
      { ownerTeam: "x".repeat(201) },
      { tier: "tier-4" },
      { slo: { objectivePct: 100, windowDays: 28 } },
      { slo: { objectivePct: 99 } },
      { environment: 5 },
    ]) {
      expect((await world.put("api", wrong)).status, JSON.stringify(wrong)).to.equal(400);
    }
    for (const wrong of [null, "db", [""], ["  "], [7], ["x".repeat(201)], Array(501).fill("x")]) {
      expect((await world.calls("api", wrong)).status, JSON.stringify(wrong)?.slice(0, 40)).to.equal(400);
    }
    for (const wrong of ["", " ", 5, "x".repeat(201)]) {
      expect((await world.ask("POST", world.entryPath("api", "/rename"), { serviceName: wrong })).status).to.equal(400);
    }
    expect((await world.ask("PUT", "/services/catalog/%20", ENTRY)).status).to.equal(400);
    expect(await world.read("/services/catalog")).to.deep.equal([]);
  });

  it("asks for policy:update to write, and shows other organizations nothing", async () => {
    await world.put("api");
    const reader = tokenOf(world.organization, { permissions: ["incidents:view"] });
    for (const [method, path, body] of [
      ["PUT", world.entryPath("api"), ENTRY],
      ["PUT", world.entryPath("api", "/dependencies"), { dependencies: [] }],
      ["DELETE", world.entryPath("api"), undefined],
      ["POST", world.entryPath("api", "/rename"), { serviceName: "b" }],
    ] as const) {
      expect((await world.ask(method, path, body, reader)).status, `${method} ${path}`).to.equal(403);
      if (method !== "PUT") expect((await world.ask(method, path, body, tokenOf("strangers"))).status).to.equal(404);
    }
    expect((await world.ask("GET", world.entryPath("api"), undefined, reader)).status).to.equal(200);
    expect((await world.ask("GET", world.entryPath("api"), undefined, tokenOf("strangers"))).status).to.equal(404);
  });

  it("gives a manual incident the environment of its first service, else unknown", async () => {
    await world.put("api");
    await world.put("bare", { environment: null });
    expect((await world.open(" api ", "bare")).environment).to.equal("staging");
    expect((await world.open("bare", "api")).environment).to.equal("unknown");
    expect((await world.open("nobody-knows-it")).environment).to.equal("unknown");
    expect((await world.open()).environment).to.equal("unknown");
  });
});
