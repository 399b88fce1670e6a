import { expect } from "chai";
import fc from "fast-check";
import { sealOf, sha256 } from "../../src/remediate/audit-chain.ts";
import { canonicalJson } from "../../src/remediate/canonical.ts";

const hash = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 });
const text = fc.string({ unit: "grapheme" });
const sealed = fc.record({
  seq: fc.nat(),
  at: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  organizationId: text,
  id: text,
  actionId: fc.option(text),
  event: text,
  actor: text,
  contentDigest: hash,
  rowDigest: fc.option(hash),
  previousHash: hash,
});

describe("The seal of an entry", () => {
  it("is of canonical JSON, in whatever order its fields are given", () => {
    fc.assert(
      fc.property(sealed, (entry) => {
        expect(sealOf(entry)).to.equal(sha256(canonicalJson(entry)));
      }),
    );
  });

  it("leaves out what isn't sealed", () => {
    fc.assert(
      fc.property(sealed, text, (entry, content) => {
        expect(sealOf({ ...entry, ...{ content, hash: content } })).to.equal(sealOf(entry));
      }),
    );
  });
});
