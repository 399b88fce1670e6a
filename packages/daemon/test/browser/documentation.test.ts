import { expect } from "chai";
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGS, hasChromium } from "../support/browser.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";

const why = hasChromium ? "" : " (pending: chromium is not installed; apt-get install chromium)";

(hasChromium ? describe : describe.skip)(`the documentation in a browser${why}`, function () {
  this.timeout(120_000);
  let daemon: TestDaemon;
  let browser: Browser;
  before(async () => {
    daemon = await startTestDaemon();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  });
  after(async () => {
    await browser.close();
    await daemon.stop();
  });

  interface Visit {
    readonly text: string;
    readonly title: string;
    /** Addresses asked for that are of any other host. */
    readonly foreign: readonly string[];
    /** Errors and refusals in the console, and uncaught ones. */
    readonly complaints: readonly string[];
    readonly failed: readonly string[];
  }

  /** Opens a page, waits until it shows the text, and tells what it did. */
  async function visit(address: string, expected: string): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1400, height: 3_000 } });
    try {
      const page = await context.newPage();
      const foreign: string[] = [];
      const complaints: string[] = [];
      const failed: string[] = [];
      await context.route("**", (route) => {
        const url = new URL(route.request().url());
        if (url.origin === new URL(address).origin || ["data:", "blob:"].includes(url.protocol))
          return route.continue();
        foreign.push(url.href);
        return route.abort();
      });
      page.on("console", (message) => {
        if (message.type() === "error" || /content security policy/i.test(message.text()))
          complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("response", (response) => {
        if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(address, { waitUntil: "load" });
      await page.getByText(expected).filter({ visible: true }).first().waitFor({ timeout: 25_000 });
      await page.waitForLoadState("networkidle");
      return { text: await page.locator("body").innerText(), title: await page.title(), foreign, complaints, failed };
    } finally {
      await context.close();
    }
  }

  const pages = [
    {
      name: "Swagger UI of the core interface",
      base: () => daemon.core,
      path: "/api",
      shows: ["List incidents", "/incidents", "Create an incident"],
    },
    {
      name: "Swagger UI of the ingestion interface",
      base: () => daemon.ingest,
      path: "/api",
      shows: ["Send many log events", "/events/logs/batch", "/events/deployments"],
    },
    {
      name: "the reference of the core interface",
      base: () => daemon.core,
      path: "/reference",
      shows: ["List incidents", "Create an incident"],
    },
    {
      name: "the reference of the ingestion interface",
      base: () => daemon.ingest,
      path: "/reference",
      shows: ["Send many log events", "/events/logs/batch"],
    },
  ];
  for (const { name, base, path, shows } of pages) {
    it(`${name} shows the operations, asks no other host for anything and keeps to its content security policy`, async () => {
      const seen = await visit(`${base()}${path}`, shows[0] as string);
      for (const text of shows) expect(seen.text).to.contain(text);
      expect(seen.title).to.match(/tocsin/i);
      expect(seen.foreign, "requests to other hosts").to.deep.equal([]);
      expect(seen.complaints, "console").to.deep.equal([]);
      expect(seen.failed, "requests that failed").to.deep.equal([]);
    });
  }

  it("is framed by no page, and its policy names no other host", async () => {
    for (const { base, path } of pages) {
      const policy = (await fetch(`${base()}${path}`)).headers.get("content-security-policy") ?? "";
      expect(policy).to.contain("frame-ancestors 'none'").and.contain("default-src 'self'");
      expect(policy).to.not.match(/https?:|\*|unsafe-eval/);
    }
  });

  it("shows no button that needs Scalar's own services", async () => {
    for (const [base, shown] of [
      [daemon.core, "List incidents"],
      [daemon.ingest, "Send many log events"],
    ] as const) {
      const page = await browser.newPage({ viewport: { width: 1400, height: 3_000 } });
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
    for (const base of [daemon.core, daemon.ingest]) {
      const page = await browser.newPage();
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
    for (const base of [daemon.core, daemon.ingest]) {
      const page = await browser.newPage({ viewport: { width: 1400, height: 1_000 } });
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
