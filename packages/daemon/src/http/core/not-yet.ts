import { notFound } from "../../kernel/errors.ts";
import { later, type Routes } from "./route.ts";

/** Described in the document, and not there yet: they answer 501 until they are. Of what can't be made yet, there is none to be found. */
export function notYetRoutes() {
  const none = (what: string, id: string): Promise<null> => Promise.reject(notFound(`${what} ${id}`));
  return {
    checkLiveness: later,
    checkReadiness: later,
    readMetrics: later,
  } satisfies Partial<Routes>;
}
