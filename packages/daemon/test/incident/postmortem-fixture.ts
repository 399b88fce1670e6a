import { type PostmortemSource, postmortemOf } from "../../src/incident/postmortem.ts";
import type { Evidence } from "../../src/model/diagnosis.ts";
import type { Incident } from "../../src/model/incident.ts";
import { diagnosisOf, fixOf } from "../store/diagnosis-sample.ts";
import { incident } from "../store/samples.ts";

export const draft = (given: Partial<Incident> = {}, more: Partial<PostmortemSource> = {}): string =>
  postmortemOf({
    incident: incident(given),
    timeline: [],
    entriesLeftOut: 0,
    children: [],
    moreChildren: false,
    drafted: false,
    ...more,
  });

export const seen = (given: Partial<Evidence>): Evidence => ({
  id: "e",
  kind: "log",
  service: "api",
  summary: "",
  at: "2026-11-21T12:00:00.000Z",
  ref: null,
  ...given,
});

export const diagnosis = diagnosisOf({
  rootCause: "The pool was too small.",
  summary: "Connections ran out.",
  impactedServices: ["cart"],
  confidenceScore: 0.8,
  changeAtFault: false,
  hypotheses: [
    {
      rank: 1,
      cause: "Pool size",
      service: "api",
      metric: null,
      change: null,
      confidence: 0.8,
      evidence: ["e1"],
      counterEvidence: ["e2"],
    },
  ],
  suggestedFixes: [fixOf({ title: "Enlarge the pool", description: "Twice as many." })],
  evidence: [seen({ id: "e1", summary: "pool exhausted" })],
});
