// The data sets: where each lies, how its cases are read, what is known of it from elsewhere.
import { faultAlertCases } from "./cases-fault-alerts.mjs";
import { nezhaCases } from "./cases-nezha.mjs";
import { petshopCases } from "./cases-petshop.mjs";
import { rcdCases } from "./cases-rcd.mjs";
import { rootCauseBenchCases } from "./cases-rootcausebench.mjs";
import { mostErrorLines, mostLines } from "./simple-counts.mjs";
import { lastDeployment } from "./simple-deploy.mjs";
import { cpuDeviation, largestDeviation } from "./simple-deviation.mjs";

/** Which measures a set has: places of the service among the hypotheses, the metric too, or the commit blamed. */
export const SETS = [
  {
    name: "petshop",
    folder: "petshop",
    cases: petshopCases,
    measures: ["top1", "top3"],
    simple: [{ name: "largest robust deviation, told the onset", rank: largestDeviation }],
    published: { top1: 0.654, top3: 0.788, of: "ranked correlation, all 52" },
  },
  {
    name: "rcd",
    folder: "rcd_sockshop",
    cases: rcdCases,
    measures: ["top1", "metric"],
    simple: [{ name: "largest robust deviation, told the onset", rank: largestDeviation }],
    published: { top1: 0.96, metric: 0.86, of: "BARO, told the onset" },
  },
  {
    name: "nezha",
    folder: "nezha_trainticket",
    cases: nezhaCases,
    measures: ["top1", "top3"],
    simple: [
      { name: "CPU deviation, told the onset", rank: cpuDeviation },
      { name: "most error lines, told the onset", rank: mostErrorLines },
    ],
    published: { top1: 0.867, top3: 0.978, of: "Nezha, all 45; the next best 0.20 first" },
  },
  {
    name: "fault_alerts",
    folder: "fault_alerts",
    cases: faultAlertCases,
    measures: ["top1", "top3"],
    simple: [{ name: "most alerts", rank: mostLines }],
    published: { top1: 0.4, top3: 0.62, of: "best known" },
  },
  {
    name: "rootcausebench",
    folder: "rootcausebench",
    cases: rootCauseBenchCases,
    measures: ["commit", "decoys"],
    simple: [{ name: "last deployment of the alerting service", commit: lastDeployment }],
    published: { commit: "0.29 to 1.00", of: "language models, all 24; scripts 0.29, with 17 innocent blamed" },
  },
];
