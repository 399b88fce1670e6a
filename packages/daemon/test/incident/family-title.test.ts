import { expect } from "chai";
import type { Call } from "../../src/correlate/service-reach.ts";
import { type FamilyMember, titleOfFamily } from "../../src/incident/family-title.ts";
import { MINUTE_MS } from "../../src/kernel/clock.ts";

const member = (service: string, message: string, given: Partial<FamilyMember> = {}): FamilyMember => ({
  title: `Error burst in ${service}: 60 errors in 1 minute`,
  description: `60 errors within 1 minute, at least 20 in 1 minute make a burst. Most frequent (95 % of them): ${message}`,
  severity: "HIGH",
  primaryService: service,
  createdAt: 0,
  ...given,
});
const slow = (service: string, given: Partial<FamilyMember> = {}): FamilyMember => ({
  title: `Latency of ${service} rose: p99 3,100 instead of 220`,
  description: "p99 is 3,100; usual is 220.",
  severity: "HIGH",
  primaryService: service,
  createdAt: 0,
  ...given,
});
const title = (
  [first, ...others]: readonly FamilyMember[],
  { calls = [], services }: { readonly calls?: readonly Call[]; readonly services?: readonly string[] } = {},
): string => {
  const members = [first as FamilyMember, ...others] as const;
  const own = members.map(({ primaryService }) => primaryService ?? "");
  return titleOfFamily({ members, services: services ?? [...new Set(own)], calls });
};

describe("the title of a family", () => {
  const REFUSED = "connection refused to orders-db";

  it("says how many services fail, and the cause that their messages share", () => {
    const services = Array.from({ length: 12 }, (_, index) => `service-${index}`);
    const members = services.slice(0, 3).map((service) => member(service, REFUSED));
    expect(title(members, { services })).to.equal(`12 services failing: ${REFUSED}`);
  });

  it("names the failing service that the others call", () => {
    const members = ["cart", "shop", "checkout"].map((service) => member(service, REFUSED));
    const calls = [
      ["cart", "checkout"],
      ["shop", "cart"],
      ["checkout", "orders-db"],
    ] as const;
    expect(title(members, { calls })).to.equal(`checkout failing for 3 services: ${REFUSED}`);
  });

  it("takes the cause from the titles of fatal and of new errors", () => {
    const fatal = slow("cart", { title: `Fatal error in cart: ${REFUSED}` });
    const fresh = slow("shop", { title: `New error in shop: checkout: ${REFUSED}` });
    expect(title([fatal, fresh])).to.equal(`2 services failing: ${REFUSED}`);
  });

  it("quotes the first incident, or a more severe one, where no cause is shared", () => {
    expect(title([slow("cart"), slow("shop")])).to.equal(`2 services degraded, first: ${slow("cart").title}`);
    const severe = slow("shop", { severity: "CRITICAL" });
    expect(title([slow("cart"), severe])).to.equal(`2 services degraded, worst: ${severe.title}`);
    expect(title([slow("cart"), severe], { calls: [["shop", "cart"]] })).to.equal(
      `cart degraded for 2 services: ${slow("cart").title}`,
    );
  });

  it("names the caller where all that changed is traffic", () => {
    const lost = (service: string) => slow(service, { title: `Traffic of ${service} fell: rps 4 instead of 380` });
    const calls = [
      ["web", "cart"],
      ["cart", "carts-db"],
    ] as const;
    const members = [lost("carts-db"), lost("cart"), lost("web")];
    expect(title(members, { calls })).to.equal(`web degraded for 3 services: ${lost("web").title}`);
    const unusual = slow("cart", { title: "Unusual network_bytes of cart: 4 instead of 380", severity: "LOW" });
    expect(title([...members, unusual], { calls })).to.equal(`web degraded for 3 services: ${lost("web").title}`);
    expect(title([...members, slow("carts-db")], { calls })).to.equal(
      `carts-db degraded for 3 services: ${lost("carts-db").title}`,
    );
  });

  it("names the called service where it is full, where its callers fail, or where it alone says more than traffic", () => {
    const fell = (service: string) => slow(service, { title: `Traffic of ${service} fell: rps 4 instead of 380` });
    const full = slow("carts-db", { title: "Saturation of carts-db rose: threads_running 190 instead of 8" });
    const calls = [["cart", "carts-db"]] as const;
    for (const members of [
      [fell("carts-db"), full, fell("cart"), slow("cart")],
      [fell("carts-db"), fell("cart"), slow("cart", { title: "Error share of cart rose: errors 0.5 instead of 0" })],
    ])
      expect(title(members, { calls })).to.match(/^carts-db degraded for 2 services/);
    const silent = slow("orders-db", { title: "orders-db is silent" });
    const refused = slow("cart", { title: `New error in cart: ${REFUSED}` });
    const both = [
      ["cart", "payments"],
      ["cart", "orders-db"],
    ] as const;
    expect(title([fell("payments"), refused, silent], { calls: both })).to.match(/^orders-db failing for 3 services/);
  });

  it("names the caller that calls a service more, though its CPU rises with it", () => {
    const more = (service: string) => slow(service, { title: `Traffic of ${service} rose: rps 900 instead of 80` });
    const busy = slow("carts-db", { title: "Saturation of carts-db rose: cpu_percent 90 instead of 20" });
    const calls = [["cart", "carts-db"]] as const;
    expect(title([more("carts-db"), busy, more("cart")], { calls })).to.match(/^cart degraded for 2 services/);
    expect(title([more("carts-db"), slow("cart")], { calls })).to.match(/^cart degraded for 2 services/);
    expect(title([more("carts-db"), busy, slow("cart")], { calls })).to.match(/^carts-db degraded for 2 services/);
  });

  it("names the caller where a called service only uses more, and not by what comes minutes later", () => {
    const more = slow("cart", { title: "Traffic of cart rose: rps 900 instead of 80", severity: "LOW" });
    const busy = slow("carts-db", { title: "Saturation of carts-db rose: cpu_percent 90 instead of 20" });
    const calls = [["cart", "carts-db"]] as const;
    expect(title([more, busy], { calls })).to.match(/^cart degraded for 2 services/);
    const full = member("carts-db", "too many connections", { createdAt: 6 * MINUTE_MS });
    expect(title([more, busy, full], { calls })).to.match(/^cart degraded for 2 services/);
    expect(title([more, { ...full, createdAt: 5 * MINUTE_MS }, busy], { calls })).to.match(/^carts-db failing/);
  });

  it("of one service is the shared cause, or the title of the most severe incident", () => {
    expect(title([member("cart", REFUSED), member("cart", REFUSED)])).to.equal(`cart failing: ${REFUSED}`);
    expect(title([slow("cart", { severity: "LOW" }), member("cart", REFUSED)])).to.equal(member("cart", "").title);
  });

  it("is one short line without control characters, whatever the messages and names are", () => {
    const hostile = `\u001b[31m${"x\u0000\n ".repeat(400)}`;
    const members = ["cart", `shop\u0007${"s".repeat(300)}`].map((service) => member(service, hostile));
    const calls = [["cart", members[1]?.primaryService ?? ""]] as const;
    for (const text of [title(members), title(members, { calls })]) {
      expect(text).to.match(/^(?:2 services|shop s{34}…) failing/);
      expect([...text]).to.have.length.at.most(120);
      expect(text).to.not.match(/\p{Cc}/u);
    }
  });
});
