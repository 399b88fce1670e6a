import { Args } from "@oclif/core";
import type { DetectionRule, RuleModeSet, Tocsin } from "@tocsin/sdk";
import { findByName } from "./by-name.ts";

/** Of commands about one rule. */
export const detectionRuleArg = {
  rule: Args.string({ description: "Id of the rule (see detection rules).", required: true }),
};

/** The rule in force of this id. */
export const findDetectionRule = (client: Tocsin, given: string): Promise<DetectionRule> =>
  findByName(given, {
    what: "detection rule",
    list: "detection rules",
    things: () => client.detection.rules(),
    namesOf: () => [],
  });

/** Sets the mode of a rule; one that isn't there is looked for among those that are. */
export async function setRuleMode(client: Tocsin, given: string, set: RuleModeSet): Promise<DetectionRule> {
  try {
    return await client.detection.setMode(given, set);
  } catch (error) {
    if (!(error instanceof Error && error.name === "NotFoundError")) throw error;
    const { id } = await findDetectionRule(client, given);
    if (id === given) throw error;
    return client.detection.setMode(id, set);
  }
}
