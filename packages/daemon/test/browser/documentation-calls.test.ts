import { expect } from "chai";
import { hasChromium } from "../support/browser.ts";
import { documentationBrowser } from "./documentation-browser.ts";

const _why = hasChromium ? "" : " (pending: chromium is not installed; apt-get install chromium)";

(hasChromium ? describe : describe.skip)("the documentation in a browser", function () {
  this.timeout(120_000);
  const world = documentationBrowser();

  it("shows no button that needs Scalar's own services", async () => {
    for (const [base, shown] of [
      [world.daemon.core, "List incidents"],
      [world.daemon.ingest, "Send many log events"],
    ] as const) {
      const page = await world.browser.newPage({ viewport: { width: 1400, height: 3_000 } });
      await page.goto(`${base}/reference`, { waitUntil: "load" });
      await page.getByText(shown).filter({ visible: true }).first().waitFor({ timeout: 50_000 });
      const labels = await page
        .locator("button, a, [role=button]")
        .filter({ visible: true })
        .evaluateAll((all) =>
          all.map((each) => `${each.textContent ?? ""} ${each.getAttribute("aria-label") ?? ""}`.trim()),
        );
      expect(labels.length, "buttons and links that were seen").to.be.above(10);
      for (const label of labels) {
        expect(label).to.not.match(
          /\b(ask ai|agent|share|deploy|mcp|generate sdks?|configure|developer tools|open api client|vs code)\b/i,
        );
      }
      await page.close();
    }
  });

  it("tries calls at the address that it was opened under: Swagger UI", async () => {
    for (const base of [world.daemon.core, world.daemon.ingest]) {
      const page = await world.browser.newPage();
      await page.goto(`${base.replace("127.0.0.1", "localhost")}/api`);
      const operation = page.locator("[id$=checkLiveness]").first();
      await operation.click();
      await operation.getByRole("button", { name: "Try it out" }).click();
      const answered = page.waitForResponse((response) => response.url().endsWith("/health/live"));
      await operation.getByRole("button", { name: "Execute" }).click();
      const response = await answered;
      expect(response.url()).to.equal(`${base.replace("127.0.0.1", "localhost")}/health/live`);
      expect(response.status()).to.equal(200);
      await page.close();
    }
  });

  it("tries calls at the address that it was opened under: the reference", async () => {
    for (const base of [world.daemon.core, world.daemon.ingest]) {
      const page = await world.browser.newPage({ viewport: { width: 1400, height: 1_000 } });
      await page.goto(`${base.replace("127.0.0.1", "localhost")}/reference#tag/health/GET/health/live`);
      await page
        .getByRole("button", { name: /Test Request.*\/health\/live/i })
        .first()
        .click({ timeout: 25_000 });
      const answered = page.waitForResponse((response) => response.url().endsWith("/health/live"));
      await page.getByRole("button", { name: /^Send/ }).first().click();
      const response = await answered;
      expect(response.url()).to.equal(`${base.replace("127.0.0.1", "localhost")}/health/live`);
      expect(response.status()).to.equal(200);
      await page.close();
    }
  });
});
