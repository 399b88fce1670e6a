import { Args } from "@oclif/core";

/** Of commands about one runbook. */
export const runbookArg = {
  runbook: Args.string({
    description: "Slug or title of the runbook, its id, or the first 6 characters of it.",
    required: true,
  }),
};
