import { expect } from "chai";
import stringWidth from "string-width";
import { listTable } from "../src/format/listing.ts";
import { serviceDetails, serviceListing } from "../src/format/service.ts";
import { callees, callers, treeLines } from "../src/format/service-tree.ts";
import { plainPaint } from "../src/text/paint.ts";
import { quoteForShell } from "../src/text/shell-quote.ts";
import { fakeSession } from "./fake-session.ts";
import { json } from "./fake-tocsin.ts";
import { catalog, checkout, entry } from "./service-samples.ts";

const drawn = (lines: ReturnType<typeof treeLines>) => lines.map(({ stem, name, note }) => `${stem}${name}${note}`);

describe("commands about services", () => {
  const fake = fakeSession();
  const one = "/services/catalog/checkout";
  const lists = { "GET /services/catalog": json(catalog), [`GET ${one}`]: json(checkout) };

  it("service list is ordered by name, and filters by tier and owner", async () => {
    await fake.serve(lists);
    expect((await fake.run("service list -o name")).stdout).to.equal("checkout\npayments\nstorefront\nmobile\n");
    expect((await fake.run("service catalog --tier tier-0")).stdout).to.equal("payments\ttier-0\tpayments\t-\tdb\n");
    expect((await fake.run("service list --owner WEB -o csv")).stdout.split("\n").slice(0, 2)).to.deep.equal([
      "serviceName,tier,ownerTeam,slo,dependencies,environment,escalationPolicy,updatedAt",
      "storefront,tier-1,web,99.9 % over 30 d,checkout,,pay-oncall,2026-11-20T08:00:00.000Z",
    ]);
  });

  it("service show draws callers and callees", async () => {
    await fake.serve(lists);
    const { stdout } = await fake.run("service show checkout");
    expect(stdout).to.contain(
      "Called by\n└─ storefront (tier-1, web)\n   └─ mobile (tier-1, payments)\n\nCalls\n├─ payments (tier-0, payments)\n│  └─ db (not in the catalog)\n└─ db (not in the catalog)\n",
    );
    expect((await fake.run("service show nothing")).code).to.equal(5);
  });

  describe("the tree of services", () => {
    it("ends cycles, and marks repeated services", () => {
      const circle = [entry("a", ["b", "c"]), entry("b", ["a"]), entry("c", ["b"])];
      expect(drawn(treeLines("a", callees(circle), 9))).to.deep.equal([
        "├─ b",
        "│  └─ a(see above)",
        "└─ c",
        "   └─ b(see above)",
      ]);
    });

    it("stops at its depth, and after a hundred lines with a count of the rest", () => {
      const wide = [
        entry(
          "a",
          Array.from({ length: 500 }, (_, index) => `s${index}`),
        ),
        entry("s0", ["deep"]),
      ];
      const lines = treeLines("a", callees(wide), 1);
      expect(lines).to.have.length(101);
      expect(lines.at(-1)?.note).to.equal("… 400 more");
      expect(drawn(lines)).not.to.include("│  └─ deep");
    });

    it("inverts the calls", () => {
      expect(callers(catalog).get("db")).to.deep.equal(["checkout", "payments"]);
    });
  });

  it("suggested commands quote names with spaces", () => {
    expect(["checkout", "web shop", "it's", "$(reboot)"].map(quoteForShell)).to.deep.equal([
      "checkout",
      "'web shop'",
      "'it'\\''s'",
      "'$(reboot)'",
    ]);
  });

  it("names with spaces are read from stdin in full", async () => {
    await fake.serve({ "DELETE /services/catalog/web%20shop": json({ deleted: true }) });
    for (const line of ["web shop\n", "web shop\ttier-1\n"])
      expect((await fake.run("service remove - --yes", line)).stdout).to.equal(
        "web shop is removed from the catalog.\n",
      );
  });

  for (const width of [40, 80, 200]) {
    it(`their lists and pages fit ${width} cells`, () => {
      const now = Date.parse("2026-11-20T08:05:00Z");
      const long = entry("a-service-with-a-name-that-is-longer-than-those-of-others-are", ["checkout"], {
        ownerTeam: "決済チーム that owns very many services of the shop",
      });
      const text = [
        listTable(serviceListing([...catalog, long]), { width, now, paint: plainPaint }),
        serviceDetails(checkout, [...catalog, long], 3, { width, now, paint: plainPaint }),
        serviceDetails(long, [...catalog, long], 3, { width, now, paint: plainPaint }),
      ].join("\n");
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
    });
  }
});
