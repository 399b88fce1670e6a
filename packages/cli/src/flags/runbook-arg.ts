import { Args } from "@oclif/core";

export const runbookArg = {
  runbook: Args.string({
    description: "Slug, title or id of the runbook (the first 6 characters of the id are enough).",
    required: true,
  }),
};
