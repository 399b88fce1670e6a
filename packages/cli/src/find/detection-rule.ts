import { Args } from "@oclif/core";
import type { DetectionRule, Tocsin } from "@tocsin/sdk";
import { findByName } from "./by-name.ts";

/** Of commands about one rule. */
export const detectionRuleArg = {
  rule: Args.string({ description: "Id of the rule, as detection rules lists it.", required: true }),
};

/** The rule in force of this id. */
export const findDetectionRule = (client: Tocsin, given: string): Promise<DetectionRule> =>
  findByName(given, {
    what: "detection rule",
    list: "detection rules",
    things: () => client.detection.rules(),
    namesOf: () => [],
  });
