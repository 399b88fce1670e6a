import { nameWords } from "../../model/golden-signal.ts";
import type { ServiceTrouble } from "./service-trouble.ts";
import type { View } from "./view.ts";

/** More requests than before by such a factor are a surge. */
const SURGE_FROM = 1.5;
const requestWords = new Set(["request", "requests", "rps", "qps", "hits", "visits", "sessions"]);

/** More is asked of a service from outside: of it, and of those that call it where any do. */
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
