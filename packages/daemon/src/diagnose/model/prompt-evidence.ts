import type { Evidence } from "../../model/diagnosis.ts";
import type { Analysis } from "../analyse/analyse.ts";
import { judgeChanges } from "../analyse/changes.ts";
import { createEvidenceCollector } from "../analyse/evidence.ts";
import { compare } from "../analyse/signal.ts";
import { viewOf } from "../analyse/view.ts";
import type { Change, Picture } from "../gather/incident-picture.ts";
import { EXHIBITS_MAX, SIMILAR_SHOWN_MAX } from "./model-limits.ts";

export interface PromptEvidence {
  /** `E1` and so on, which external text can't forge. */
  readonly alias: string;
  readonly evidence: Evidence;
  readonly change: Change | null;
}

/** Evidence for the model: the analyser's first, then probes, changes, symptoms and similar incidents in turn. */
export function exhibitsOf(picture: Picture, { diagnosis }: Analysis): PromptEvidence[] {
  const changes = new Map(picture.changes.map((change) => [change.id, change]));
  const pieces = new Map<string, Evidence>();
  for (const piece of [...diagnosis.evidence, ...furtherPieces(picture)]) {
    if (!pieces.has(piece.id) && pieces.size < EXHIBITS_MAX) pieces.set(piece.id, piece);
  }
  return [...pieces.values()].map((evidence, index) => ({
    alias: `E${index + 1}`,
    evidence,
    change: changes.get(evidence.id) ?? null,
  }));
}

function furtherPieces(picture: Picture): readonly Evidence[] {
  const view = viewOf(picture);
  const book = createEvidenceCollector(picture);
  const symptoms = [...view.troubles.values()]
    .flatMap((trouble) => trouble.symptoms)
    .sort((one, other) => other.weight - one.weight || compare(one.deviation.signal.name, other.deviation.signal.name));
  const changes = judgeChanges(view).toSorted(
    (one, other) => other.guilt - one.guilt || other.change.at - one.change.at,
  );
  roundRobin([
    picture.probes.map((probe) => () => book.probe(probe)),
    changes.map((change) => () => book.change(change)),
    symptoms.map(
      ({ deviation }) =>
        () =>
          book.deviation(deviation),
    ),
    picture.similar.slice(0, SIMILAR_SHOWN_MAX).map((incident) => () => book.past(incident)),
  ]);
  return book.pieces();
}

/** Round-robin until the evidence is full. */
function roundRobin(lists: readonly (readonly (() => string | null)[])[]): void {
  const longest = Math.max(...lists.map((list) => list.length));
  for (let place = 0; place < longest; place += 1) {
    for (const list of lists) if (list[place]?.() === null) return;
  }
}
