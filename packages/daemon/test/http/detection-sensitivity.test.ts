import { expect } from "chai";
import type { ErrorBody } from "../support/request.ts";
import { tokenOf } from "../support/tokens.ts";
import { sensitivityRequests } from "./sensitivity-requests.ts";

interface Settings {
  readonly sensitivity: string;
  readonly since: string | null;
  readonly by: string | null;
  readonly reason: string | null;
  readonly services: readonly { readonly service: string; readonly sensitivity: string | null }[];
}

describe("the sensitivity of detection over HTTP", function () {
  this.timeout(60_000);
  const { read, set, shift, opened, restart } = sensitivityRequests();

  it("decides in the running worker what opens, of an organization and of a service", async () => {
    await set({ sensitivity: "quiet", reason: "We sleep." });
    await shift("moderate", 1.9);
    expect(await opened(), "moderate is not enough where it is quiet").to.deep.equal([]);
    await set({ sensitivity: "early", service: "early-shop", reason: "Sale on Friday." });
    await shift("early-shop", 1.7);
    await shift("other", 1.7);
    expect(await opened()).to.deep.equal(["early-shop"]);
    await set({ sensitivity: "early", reason: "All of it." });
    await shift("later", 1.7);
    expect(await opened()).to.deep.equal(["early-shop", "later"]);
    await set({ sensitivity: null, reason: "As it was." });
    await shift("normal", 1.7);
    await shift("gross", 1.9);
    expect(await opened()).to.deep.equal(["early-shop", "gross", "later"]);
    await shift("shop", 1.7, "globex");
    expect(await opened("globex")).to.deep.equal([]);
  });

  it("is kept with who set it and why, for its organization alone", async () => {
    const none = { sensitivity: "normal", since: null, by: null, reason: null, services: [] };
    expect(await read("/detection/sensitivity")).to.deep.equal(none);
    const answer = await set({ sensitivity: "quiet", reason: " We sleep. " });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.json<Settings>()).to.include({ sensitivity: "quiet", by: "Ann", reason: "We sleep." });
    await set({ sensitivity: "early", service: "shop", reason: "Sale." });
    await restart();
    const [own] = (await read<Settings>("/detection/sensitivity")).services;
    expect(own).to.include({ service: "shop", sensitivity: "early", by: "Ann", reason: "Sale." });
    expect(await read("/detection/sensitivity", "globex")).to.deep.equal(none);
    const reset = await set({ sensitivity: null, service: "shop", reason: "Sale is over." });
    expect(reset.json<Settings>().services).to.have.length(1);
    expect(reset.json<Settings>().services[0]).to.include({ sensitivity: null, reason: "Sale is over." });
    expect((await read<Settings>("/detection/sensitivity")).sensitivity).to.equal("quiet");
  });

  it("is refused where it is none, or has no reason", async () => {
    for (const [body, path] of [
      [{ sensitivity: "loud", reason: "r" }, "/sensitivity"],
      [{ sensitivity: "quiet" }, "/reason"],
      [{ sensitivity: "quiet", reason: " " }, "/reason"],
      [{ sensitivity: "quiet", reason: "r", service: " " }, "/service"],
    ] as const) {
      const answer = await set(body);
      expect(answer.status, answer.text).to.equal(400);
      expect(answer.json<ErrorBody>().details?.[0]?.path).to.equal(path);
    }
    const viewer = tokenOf("acme", { permissions: ["incidents:view"] });
    const refused = await set({ sensitivity: "quiet", reason: "r" }, { token: viewer });
    expect(refused.status).to.equal(403);
  });
});
