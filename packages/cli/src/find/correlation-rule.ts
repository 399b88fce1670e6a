import type { CorrelationRule, Tocsin } from "@tocsin/sdk";
import { findByName } from "./by-name.ts";

export const findCorrelationRule = (client: Tocsin, given: string): Promise<CorrelationRule> =>
  findByName(given, {
    what: "rule",
    list: "correlation rules",
    get: (id) => client.correlation.rule(id),
    things: () => client.correlation.rules(),
    namesOf: ({ name }) => [name],
  });
