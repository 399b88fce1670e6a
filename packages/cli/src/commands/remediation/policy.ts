import { Flags } from "@oclif/core";
import { defineView } from "../../command/define-command.ts";
import { filterPolicy, policyDetails } from "../../format/policy.ts";

export default defineView({
  summary: "Show the policy: rules in their order, guardrails, freeze windows, actions.",
  description: "--environment, --action and --service filter the policy. To test a request: remediation preview.",
  examples: [
    "tocsin remediation policy",
    "tocsin remediation policy --environment production --action restart-service",
  ],
  flags: {
    environment: Flags.string({ description: "Only rules for this environment." }),
    action: Flags.string({ description: "Only rules for this action." }),
    service: Flags.string({ description: "Only rules for this service." }),
  },
  read: async ({ client, flags }) => filterPolicy(await client.remediation.policy(), flags),
  text: policyDetails,
});
