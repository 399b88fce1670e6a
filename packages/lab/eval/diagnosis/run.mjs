// Root cause: the built-in analyser, without any model, over public incidents whose cause is known.
import { analyse } from "../../../daemon/src/diagnose/analyse/analyse.ts";
import { gatheredPictureOf, pictureOf } from "./picture.mjs";
import { judge, judgeSimple } from "./ranking.mjs";
import { suspectsOf } from "./refit.mjs";

/** Every case of a set with what was said of it, and how right that was. */
export function diagnose(set, folder) {
  const cases = [];
  for (const { id, system, truth, knownOnset, scene } of set.cases(folder)) {
    const picture = pictureOf(scene);
    const began = performance.now();
    const analysis = analyse(picture);
    const ms = performance.now() - began;
    cases.push({
      id,
      system,
      truth,
      knownOnset,
      ms,
      ...judge(truth, analysis),
      gathered: judge(truth, analyse(gatheredPictureOf(scene))),
      suspects: truth.service === undefined ? [] : suspectsOf(picture),
      simple: set.simple.map((simple) => judgeSimple(simple, { truth, knownOnset, picture })),
    });
  }
  return cases;
}
