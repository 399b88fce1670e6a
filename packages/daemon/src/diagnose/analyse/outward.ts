import { wordsIn } from "../../kernel/terms.ts";
import { nameWords } from "./nature.ts";
import type { ServiceTrouble } from "./service-trouble.ts";

/** Words by which a service complains of something that isn't its own: of a provider, a certificate, a name server. */
const outsideWords = new Set(
  (
    "upstream provider external thirdparty vendor partner dns nxdomain certificate cert x509 handshake " +
    "s3 sqs sns dynamodb bucket region"
  ).split(" "),
);
/** A host with two dots or more, of nobody in view. */
const HOST = /\b(?:[a-z0-9-]{1,40}\.){2,4}[a-z]{2,10}\b/;

/** How far a service's complaints point out of all that is in view: the heaviest that does, to the heaviest of all. */
export function outwardShare(trouble: ServiceTrouble, known: ReadonlySet<string>): number {
  let all = 0;
  let outward = 0;
  for (const { deviation } of trouble.symptoms) {
    const { signal, rises, distance } = deviation;
    if (signal.nature !== "errors" || !rises || signal.kind === "errors") continue;
    const loudness = Math.log(1 + distance);
    all = Math.max(all, loudness);
    if (pointsOut(signal.name, signal.kind === "pattern", known)) outward = Math.max(outward, loudness);
  }
  return all === 0 ? 0 : outward / all;
}

function pointsOut(text: string, isMessage: boolean, known: ReadonlySet<string>): boolean {
  const words = isMessage ? wordsIn(text) : nameWords(text);
  if (words.some((word) => known.has(word))) return false;
  return words.some((word) => outsideWords.has(word)) || (isMessage && HOST.test(text));
}
