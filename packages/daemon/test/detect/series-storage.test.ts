import { expect } from "chai";
import fc from "fast-check";
import { createModel } from "../../src/methods/metric-series/series-model.ts";
import { decodeModel, encodeModel } from "../../src/methods/metric-series/series-model-codec.ts";
import { judgeAll } from "./series-model-samples.ts";
import { repeat } from "./support.ts";

describe("the stored form of a series", () => {
  const value = fc.oneof(
    fc.double({ min: -1e99, max: 1e99, noNaN: true }),
    fc.integer({ min: -50, max: 50 }),
    fc.constantFrom(0, -0, 1e-320, 1e15 + 1),
  );

  it("holds all that later scores depend on, in 2 kB at most", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 300 }), fc.array(value, { maxLength: 50 }), (before, after) => {
        const model = createModel();
        judgeAll(model, 0, before);
        const text = encodeModel(model);
        const loaded = decodeModel(text);
        expect(text.length).to.be.lessThan(2000);
        expect(encodeModel(loaded)).to.equal(text);
        expect(judgeAll(loaded, before.length, after)).to.deep.equal(judgeAll(model, before.length, after));
        expect(encodeModel(loaded)).to.equal(encodeModel(model));
      }),
    );
  });

  it("is refused where it was cut or is none", () => {
    const model = createModel();
    judgeAll(
      model,
      0,
      repeat(200, (index) => index % 17),
    );
    const text = encodeModel(model);
    for (const broken of ["", "x", `${text}0`, text.slice(0, -1), text.replace(",", "|"), text.replace(/.$/, "é")]) {
      expect(() => decodeModel(broken), broken.slice(0, 20)).to.throw(TypeError);
    }
  });
});
