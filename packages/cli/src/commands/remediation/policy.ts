import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { filterPolicy, policyDetails } from "../../format/policy.ts";

export default class RemediationPolicy extends BaseCommand {
  static override summary = "Show the policy that holds: rules in their order, guardrails, freeze windows, actions.";
  static override description =
    "With --environment, --action or --service only what speaks there; what a request would come to says remediation preview.";
  static override examples = [
    "<%= config.bin %> remediation policy",
    "<%= config.bin %> remediation policy --environment production --action restart-service",
  ];
  static override flags = {
    environment: Flags.string({ description: "Only what speaks in this environment." }),
    action: Flags.string({ description: "Only what speaks of this action." }),
    service: Flags.string({ description: "Only what speaks of this service." }),
  };

  async run() {
    const { flags } = await this.parse(RemediationPolicy);
    const client = await this.client(flags);
    const policy = filterPolicy(await client.remediation.policy(), flags);
    this.log(policyDetails(policy, this.layout));
    return policy;
  }
}
