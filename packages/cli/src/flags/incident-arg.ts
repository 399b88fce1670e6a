import { Args } from "@oclif/core";

/** Of commands about one incident. */
export const incidentArg = {
  incident: Args.string({ description: "Id of the incident, or its first 6 characters or more.", required: true }),
};
