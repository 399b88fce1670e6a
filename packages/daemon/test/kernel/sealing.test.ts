import { expect } from "chai";
import { createSealing } from "../../src/kernel/sealing.ts";

describe("what is sealed", () => {
  const key = "a key of at least sixteen bytes";
  const sealing = createSealing(key, "tests");

  it("opens for the same key, purpose and place alone", () => {
    const sealed = sealing.seal("hüsh", "acme 1");
    expect(sealed).to.match(/^v1\.[\w-]+$/);
    expect(sealing.open(sealed, "acme 1")).to.equal("hüsh");
    expect(createSealing(key, "tests").open(sealed, "acme 1")).to.equal("hüsh");
    expect(sealing.open(sealed, "acme 2")).to.equal(undefined);
    expect(createSealing(key, "other").open(sealed, "acme 1")).to.equal(undefined);
    expect(createSealing(`${key}!`, "tests").open(sealed, "acme 1")).to.equal(undefined);
  });

  it("doesn't open where any of it was changed or is missing", () => {
    const bytes = Buffer.from(sealing.seal("hush", "p").slice(3), "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      expect(sealing.open(`v1.${changed.toString("base64url")}`, "p"), `byte ${at}`).to.equal(undefined);
      expect(sealing.open(`v1.${bytes.subarray(0, at).toString("base64url")}`, "p")).to.equal(undefined);
    }
    for (const text of ["", "v1.", "v2.AAAA", "hush", "v1.ü"])
      expect(sealing.open(text, "p"), text).to.equal(undefined);
  });

  it("is another text each time, and doesn't show how it begins", () => {
    expect(sealing.seal("hush", "p")).to.not.equal(sealing.seal("hush", "p"));
  });
});
