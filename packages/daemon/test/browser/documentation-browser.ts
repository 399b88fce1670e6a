import { type Browser, chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGS } from "../support/browser.ts";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";

interface Visit {
  readonly text: string;
  readonly title: string;
  /** Addresses asked for that are of any other host. */
  readonly foreign: readonly string[];
  /** Errors and refusals in the console, and uncaught ones. */
  readonly complaints: readonly string[];
  readonly failed: readonly string[];
}

/** The stores and helpers of the tests about the documentation in a browser${why}. */
export function documentationBrowser() {
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

  return {
    pages,
    visit,
    get daemon() {
      return daemon;
    },
    get browser() {
      return browser;
    },
  };
}
