// The data sets: where each lies, how its cases are read, what is known of it from elsewhere.
import { petshopCases } from "./cases-petshop.mjs";
import { rcdCases } from "./cases-rcd.mjs";
import { largestDeviation } from "./simple-deviation.mjs";

/** Which measures a set has: places of the service among the hypotheses, the metric too, or the commit blamed. */
export const SETS = [
  {
    name: "petshop",
    folder: "petshop",
    cases: petshopCases,
    measures: ["top1", "top3"],
    simple: { name: "largest robust deviation, told the onset", rank: largestDeviation },
    published: { top1: 0.654, top3: 0.788, of: "ranked correlation, all 52 issues" },
  },
  {
    name: "rcd",
    folder: "rcd_sockshop",
    cases: rcdCases,
    measures: ["top1", "metric"],
    simple: { name: "largest robust deviation, told the onset", rank: largestDeviation },
    published: { top1: 0.96, metric: 0.86, of: "BARO, told the onset, all cases" },
  },
];
