import { expect } from "chai";
import { hasChromium } from "../support/browser.ts";
import { documentationBrowser } from "./documentation-browser.ts";

const why = hasChromium ? "" : " (pending: chromium is not installed; apt-get install chromium)";

(hasChromium ? describe : describe.skip)(`the documentation in a browser${why}`, function () {
  this.timeout(120_000);
  const world = documentationBrowser();

  for (const { name, base, path, shows } of world.pages) {
    it(`${name} shows the operations, asks no other host for anything and keeps to its content security policy`, async () => {
      const seen = await world.visit(`${base()}${path}`, shows[0] as string);
      for (const text of shows) expect(seen.text).to.contain(text);
      expect(seen.title).to.match(/tocsin/i);
      expect(seen.foreign, "requests to other hosts").to.deep.equal([]);
      expect(seen.complaints, "console").to.deep.equal([]);
      expect(seen.failed, "requests that failed").to.deep.equal([]);
    });
  }

  it("is framed by no page, and its policy names no other host", async () => {
    for (const { base, path } of world.pages) {
      const policy = (await fetch(`${base()}${path}`)).headers.get("content-security-policy") ?? "";
      expect(policy).to.contain("frame-ancestors 'none'").and.contain("default-src 'self'");
      expect(policy).to.not.match(/https?:|\*|unsafe-eval/);
    }
  });
});
