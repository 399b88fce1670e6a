import { createHmac } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import {
  auditKeyOf,
  canonicalJson,
  headSealOf,
  keyedHashOf,
  plainHashOf,
  sha256,
} from "../../src/remediate/audit/audit-chain.ts";

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

const key = auditKeyOf("a secret key of enough bytes");

describe("The hash of an entry", () => {
  it("is of canonical JSON, in whatever order its fields are given", () => {
    fc.assert(
      fc.property(sealed, (entry) => {
        expect(plainHashOf(entry)).to.equal(sha256(canonicalJson(entry)));
        const keyed = createHmac("sha256", key).update(canonicalJson(entry)).digest("hex");
        expect(keyedHashOf(key, entry)).to.equal(keyed);
      }),
    );
  });

  it("leaves out what isn't sealed", () => {
    fc.assert(
      fc.property(sealed, text, (entry, content) => {
        expect(keyedHashOf(key, { ...entry, ...{ content, hash: content } })).to.equal(keyedHashOf(key, entry));
      }),
    );
  });

  it("is another one under another secret key, and for the log's end than for any entry", () => {
    fc.assert(
      fc.property(sealed, (entry) => {
        const other = auditKeyOf("another secret key of enough bytes");
        const head = { organizationId: entry.organizationId, seq: entry.seq, hash: entry.previousHash };
        const hashes = [key, other].flatMap((each) => [keyedHashOf(each, entry), headSealOf(each, head)]);
        expect(new Set([...hashes, plainHashOf(entry)]).size).to.equal(5);
      }),
    );
  });
});
