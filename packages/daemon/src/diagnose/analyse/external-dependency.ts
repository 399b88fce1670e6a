import { wordsIn } from "../../kernel/search-terms.ts";
import { nameWords } from "../../model/golden-signal.ts";
import type { ServiceTrouble, Symptom } from "./service-trouble.ts";
import type { Signal } from "./signal.ts";
import { namesHost } from "./signal-words.ts";
import type { View } from "./view.ts";

/** Words for external causes: providers, certificates, name servers. */
const outsideWords = new Set(
  (
    "upstream provider external thirdparty vendor partner dns nxdomain certificate cert x509 handshake " +
    "s3 sqs sns dynamodb bucket region"
  ).split(" "),
);

/** How far complaints point outside of the view. */
export interface ExternalDependencies {
  /** The heaviest such complaint relative to the heaviest of all, 0 to 1. */
  readonly share: number;
  readonly shown: Symptom | null;
}

/** Names as word sequences for {@link externalDependenciesOf}. */
export const wordedNames = (services: Iterable<string>): string[] =>
  Array.from(services, (name) => spaced(wordsIn(name))).filter((name) => name.trim() !== "");

const spaced = (words: readonly string[]): string => ` ${words.join(" ")} `;

/** Messages also count alone, because error counts name no origin. */
export function externalDependenciesOf(trouble: ServiceTrouble, known: readonly string[]): ExternalDependencies {
  const [messages, all] = [among(trouble, known, ["pattern"]), among(trouble, known, ["pattern", "metric"])];
  return messages.share > all.share ? messages : all;
}

function among(
  trouble: ServiceTrouble,
  known: readonly string[],
  kinds: readonly Signal["kind"][],
): ExternalDependencies {
  let all = 0;
  let outward = 0;
  let shown: Symptom | null = null;
  for (const symptom of trouble.symptoms) {
    const { signal, rises, distance } = symptom.deviation;
    if (signal.nature !== "errors" || !rises || !kinds.includes(signal.kind)) continue;
    const loudness = Math.log(1 + distance);
    all = Math.max(all, loudness);
    if (loudness > outward && pointsOut(signal.name, signal.kind === "pattern", known)) {
      [outward, shown] = [loudness, symptom];
    }
  }
  return { share: all === 0 ? 0 : outward / all, shown };
}

function pointsOut(text: string, isMessage: boolean, known: readonly string[]): boolean {
  const words = isMessage ? wordsIn(text) : nameWords(text);
  const all = spaced(words);
  if (known.some((name) => all.includes(name))) return false;
  return words.some((word) => outsideWords.has(word)) || (isMessage && namesHost(text));
}

/** Factor of a surge of requests. */
const SURGE_FROM = 1.5;
const requestWords = new Set(["request", "requests", "rps", "qps", "hits", "visits", "sessions"]);

/** More external requests: to it, and to at least one of its callers. */
export function isSurged({ troubles, callers }: View, service: string): boolean {
  const isAskedMore = (name: string) => hasMoreRequests(troubles.get(name));
  const above = (callers.get(service) ?? []).filter((caller) => caller !== service);
  return isAskedMore(service) && (above.length === 0 || above.some(isAskedMore));
}

const hasMoreRequests = (trouble: ServiceTrouble | undefined): boolean =>
  (trouble?.symptoms ?? []).some(
    ({ deviation: { signal, before, after, rises } }) =>
      signal.kind === "metric" &&
      signal.nature === "traffic" &&
      rises &&
      after >= SURGE_FROM * before &&
      nameWords(signal.name).some((word) => requestWords.has(word)),
  );
