import { later, type Routes } from "./route.ts";

/** Described in the document, and not there yet: they answer 501 until they are. */
export function notYetRoutes() {
  return {
    checkLiveness: later,
    checkReadiness: later,
    readMetrics: later,
  } satisfies Partial<Routes>;
}
