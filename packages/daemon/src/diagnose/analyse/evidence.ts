import { toIso } from "../../kernel/clock.ts";
import { toSingleLine } from "../../kernel/single-line.ts";
import type { Evidence } from "../../model/diagnosis.ts";
import type { Call, PastIncident, Picture, ProbeFinding } from "../gather/incident-picture.ts";
import type { JudgedChange } from "./changes.ts";
import type { Deviation } from "./deviations.ts";
import { beginning, capitalised, describeChange, describeDeviation, named } from "./sentences.ts";
import { isSilence } from "./service-trouble.ts";

/** Evidence of a diagnosis, each piece once. */
const EVIDENCE_MAX = 40;
const SUMMARY_CHARS_MAX = 300;

/** Collects cited evidence and returns its id; null if full. */
export interface EvidenceCollector {
  deviation(deviation: Deviation): string | null;
  change(judged: JudgedChange): string | null;
  call(call: Call, says: string): string | null;
  past(incident: PastIncident): string | null;
  probe(probe: ProbeFinding): string | null;
  /** In order of the first citation. */
  pieces(): readonly Evidence[];
}

export function createEvidenceCollector(picture: Picture): EvidenceCollector {
  const pieces = new Map<string, Evidence>();
  const cite = (piece: Evidence): string | null => {
    if (!pieces.has(piece.id)) {
      if (pieces.size === EVIDENCE_MAX) return null;
      pieces.set(piece.id, { ...piece, summary: toSingleLine(piece.summary, SUMMARY_CHARS_MAX) });
    }
    return piece.id;
  };
  const inCatalog = new Set(picture.services.filter((service) => service.inCatalog).map(({ name }) => name));
  return {
    deviation: (deviation) => cite(deviationPiece(picture, deviation)),
    change: (judged) => cite(changePiece(judged)),
    call: ({ caller, callee }, says) =>
      cite({
        id: `dependency:${named(caller)}>${named(callee)}`,
        kind: "dependency",
        service: caller,
        summary: says,
        at: toIso(picture.noticedAt),
        ref: inCatalog.has(caller) ? `/services/catalog/${encodeURIComponent(caller)}` : null,
      }),
    past: ({ id, title, service, rootCause, createdAt }) =>
      cite({
        id,
        kind: "incident",
        service,
        summary: `A similar incident, “${toSingleLine(title, 80)}”, had the cause: ${toSingleLine(rootCause ?? "unknown", 160)}`,
        at: toIso(createdAt),
        ref: `/incidents/${encodeURIComponent(id)}`,
      }),
    probe: ({ runId, tool, service, summary, keyPatterns, at }) =>
      cite({
        id: runId,
        kind: "probe",
        service,
        summary: `${tool}: ${[summary, ...keyPatterns.slice(0, 2)].join("; ")}`,
        at: toIso(at),
        ref: `/incidents/${encodeURIComponent(picture.incident.id)}/diagnostic-tools/runs/${encodeURIComponent(runId)}`,
      }),
    pieces: () => [...pieces.values()],
  };
}

function deviationPiece(picture: Picture, deviation: Deviation): Evidence {
  const { signal } = deviation;
  const at = beginning(picture, deviation);
  const common = { service: signal.service, summary: describeDeviation(picture, deviation), at: toIso(at) };
  const eventId = signal.pattern?.eventId ?? eventOf(deviation);
  if (eventId) {
    const kind = signal.kind === "metric" ? "metric" : "log";
    return { ...common, id: eventId, kind, ref: `/events/${encodeURIComponent(eventId)}` };
  }
  const until = Math.max(at + picture.grid.step, picture.noticedAt);
  const window = { service: signal.service, from: toIso(at), to: toIso(until) };
  if (signal.kind === "errors") {
    const ref = `/events/search?${new URLSearchParams({ ...window, level: dominantLevelOf(picture, signal.service) })}`;
    return { ...common, id: `errors:${named(signal.service)}`, kind: "errors", ref };
  }
  const ref = `/events/search?${new URLSearchParams(window)}`;
  if (isSilence(deviation)) return { ...common, id: `silence:${named(signal.service)}`, kind: "silence", ref };
  return { ...common, id: `${signal.kind}:${named(signal.service)}:${named(signal.name)}`, kind: "metric", ref };
}

/** A search has one level: the one with more patterns. */
function dominantLevelOf({ patterns }: Picture, service: string): "error" | "fatal" {
  const many = (wanted: string) =>
    patterns.filter((pattern) => pattern.service === service && pattern.level === wanted).length;
  return many("fatal") > many("error") ? "fatal" : "error";
}

/** The most extreme event among the first troubled steps. */
const STEPS_LOOKED_AT = 10;
function eventOf({ signal, since, rises }: Deviation): string | null {
  const { values } = signal;
  const series = signal.metric ?? signal.hop;
  if (!series) return null;
  let found: number | null = null;
  for (let step = since; step < Math.min(values.length, since + STEPS_LOOKED_AT); step += 1) {
    const value = values[step] as number;
    if (!Number.isFinite(value) || !series.eventIds[step]) continue;
    const best = found === null ? null : (values[found] as number);
    if (best === null || (rises ? value > best : value < best)) found = step;
  }
  return found === null ? null : (series.eventIds[found] ?? null);
}

function changePiece(judged: JudgedChange): Evidence {
  const { change, tooLate, commit } = judged;
  const after = tooLate ? ", after the trouble had begun" : "";
  const note = change.note === "" ? "" : `: ${toSingleLine(change.note, 120)}`;
  const hash = change.gitHash === null ? "" : ` (${toSingleLine(change.gitHash, 12)})`;
  const brought = commit === null || commit === change.gitHash ? "" : `, which brought ${toSingleLine(commit, 12)},`;
  return {
    id: change.id,
    kind: change.kind,
    service: change.service,
    summary: `${capitalised(describeChange(judged))}${hash}${brought}${after}${note}`,
    at: toIso(change.at),
    ref:
      change.kind === "catalog"
        ? `/services/catalog/${encodeURIComponent(change.service)}`
        : `/events/${encodeURIComponent(change.id)}`,
  };
}
