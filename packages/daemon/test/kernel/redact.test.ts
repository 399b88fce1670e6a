import { expect } from "chai";
import { REDACTED, redact } from "../../src/kernel/redact.ts";
import { heldBackLookAlikes, heldBackSecrets } from "../support/held-back-secrets.ts";
import { issuedSecrets, lookAlikes } from "../support/issued-secrets.ts";
import { plantedSecrets } from "../support/secrets.ts";

const HELD_BACK_FOUND = 28;
const HELD_BACK_KEPT = 34;

describe("Redacting", () => {
  for (const { shape, text, secret } of plantedSecrets) {
    it(`hides ${shape}`, () => {
      const clean = redact(text);
      expect(clean).to.include(REDACTED);
      expect(clean).not.to.include(secret);
    });
  }

  for (const { source, text, secret } of issuedSecrets) {
    it(`hides what is documented by ${source}`, () => {
      const clean = redact(text);
      expect(clean).to.include(REDACTED);
      expect(clean).not.to.include(secret);
    });
  }

  it("knows at least 100 shapes of at least 60 issuers", () => {
    expect(issuedSecrets.length).to.be.at.least(100);
    expect(new Set(issuedSecrets.map(({ source }) => source)).size).to.equal(issuedSecrets.length);
    expect(new Set(issuedSecrets.map(({ source }) => source.split(",")[0])).size).to.be.at.least(60);
  });

  for (const text of lookAlikes) {
    it(`keeps ${JSON.stringify(text.slice(0, 60))}`, () => {
      expect(redact(text)).to.equal(text);
    });
  }

  // Nobody tunes patterns for these: the figures say what redaction does to texts that it wasn't written for.
  it(`hides ${HELD_BACK_FOUND} of 40 secrets and keeps ${HELD_BACK_KEPT} of 40 harmless lines that were held back`, () => {
    const missed = heldBackSecrets.filter(({ text, secret }) => redact(text).includes(secret));
    const changed = heldBackLookAlikes.filter((text) => redact(text) !== text);
    expect([heldBackSecrets.length, heldBackLookAlikes.length]).to.deep.equal([40, 40]);
    expect(missed.map(({ source }) => source)).to.have.lengthOf.at.most(40 - HELD_BACK_FOUND);
    expect(changed).to.have.lengthOf.at.most(40 - HELD_BACK_KEPT);
  });
});
