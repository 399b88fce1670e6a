import type { CorrelationRule, Tocsin } from "@tocsin/sdk";
import { fullId } from "./by-id.ts";
import { findByName } from "./by-name.ts";

/** The correlation rule of a name or an id. */
export const findRule = async (client: Tocsin, given: string): Promise<CorrelationRule> =>
  fullId.test(given)
    ? client.correlation.rule(given)
    : findByName(given, {
        what: "rule",
        list: "correlation rules",
        things: await client.correlation.rules(),
        namesOf: ({ name }) => [name],
      });
