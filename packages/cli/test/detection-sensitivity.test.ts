import type { DetectionSensitivity } from "@tocsin/sdk";
import { expect } from "chai";
import stringWidth from "string-width";
import { sensitivityText } from "../src/format/detection-report.ts";
import { plainPaint } from "../src/text/paint.ts";
import { fakeSession } from "./fake-session.ts";
import { json, refusal } from "./fake-tocsin.ts";

const settings = (fields: Partial<DetectionSensitivity> = {}): DetectionSensitivity => ({
  sensitivity: "normal",
  since: null,
  by: null,
  reason: null,
  services: [
    {
      service: "checkout-api",
      sensitivity: "early",
      since: "2026-11-20T08:00:00.000Z",
      by: "Ada\u202e",
      reason: "Sale\u001b[2J",
    },
  ],
  ...fields,
});

const SENSITIVITY = "/detection/sensitivity";

describe("detection sensitivity", () => {
  const fake = fakeSession();
  const sent = (): unknown[] =>
    fake.server.requests
      .filter(({ url, method }) => url === SENSITIVITY && method === "PUT")
      .map(({ body }) => JSON.parse(body ?? "{}") as unknown);
  const served = {
    [`GET ${SENSITIVITY}`]: json(settings()),
    [`PUT ${SENSITIVITY}`]: json(settings()),
    "GET /services/catalog": json([{ serviceName: "checkout-api" }]),
    "GET /incidents": json([]),
  };

  it("shows the settings of the organization and of services, or of one", async () => {
    await fake.serve(served);
    const { stdout, code } = await fake.run("detection sensitivity");
    expect(code).to.equal(0);
    expect(stdout)
      .to.match(/^organization +normal$/m)
      .and.match(/^checkout-api +early, set .* by Ada: Sale/m);
    expect((await fake.run("detection sensitivity --service pay")).stdout).to.match(/^pay +as the organization$/m);
    expect(sent()).to.deep.equal([]);
  });

  it("sets and resets it, with a reason", async () => {
    await fake.serve(served);
    expect((await fake.run("detection sensitivity QUIET")).code).to.equal(0);
    await fake.run("detection sensitivity early --service checkout-api --reason sale");
    await fake.run("detection sensitivity --reset --service checkout-api");
    expect(sent()).to.deep.equal([
      { sensitivity: "quiet", reason: "Set by hand." },
      { sensitivity: "early", reason: "sale", service: "checkout-api" },
      { sensitivity: null, reason: "Set by hand.", service: "checkout-api" },
    ]);
  });

  it("notes a service that nobody knows, since a typing error would change nothing", async () => {
    await fake.serve(served);
    const { stderr, code } = await fake.run("detection sensitivity early --service chekout-api");
    expect(code).to.equal(0);
    expect(stderr).to.contain("Did you mean checkout-api?");
  });

  it("fails with 2 for another word, and for a word with --reset", async () => {
    await fake.serve(served);
    for (const line of ["detection sensitivity loud", "detection sensitivity quiet --reset"]) {
      const { code, stderr } = await fake.run(line);
      expect(code, line).to.equal(2);
      expect(stderr).to.match(/Expected one of quiet, normal, early|not both/);
    }
    expect(sent()).to.deep.equal([]);
  });

  it("fails with the daemon's message where it isn't permitted", async () => {
    await fake.serve({ [`PUT ${SENSITIVITY}`]: refusal(403, "Missing permission: policy:update") });
    const { code, stderr } = await fake.run("detection sensitivity quiet");
    expect(code).to.be.greaterThan(0);
    expect(stderr).to.contain("policy:update");
  });

  for (const width of [40, 80, 200]) {
    it(`fits ${width} cells`, () => {
      const text = sensitivityText(settings(), undefined, { width, paint: plainPaint });
      for (const line of text.split("\n")) expect(stringWidth(line), line).to.be.at.most(width);
      expect(text).not.to.match(/\u001b\[2J|\u202e/);
    });
  }
});
