import { Args } from "@oclif/core";
import type { DetectionRule, RuleModeSet, Tocsin } from "@tocsin/sdk";
import { findByName } from "./by-name.ts";

export const detectionRuleArg = {
  rule: Args.string({ description: "Id of the rule (see detection rules).", required: true }),
};

export const findDetectionRule = (client: Tocsin, given: string): Promise<DetectionRule> =>
  findByName(given, {
    what: "detection rule",
    list: "detection rules",
    things: () => client.detection.rules(),
    namesOf: () => [],
  });

/** Sets the mode of a rule; an unknown id is looked up first. */
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
