import { Args } from "@oclif/core";

export const incidentArg = {
  incident: Args.string({ description: "Id of the incident, or at least its first 6 characters.", required: true }),
};
