import { Flags } from "@oclif/core";
import { BaseCommand } from "../../command/base-command.ts";
import { filterPolicy, policyDetails } from "../../format/policy.ts";

export default class RemediationPolicy extends BaseCommand {
  static override summary = "Show the policy: rules in their order, guardrails, freeze windows, actions.";
  static override description =
    "--environment, --action and --service filter the policy. To test a request: remediation preview.";
  static override examples = [
    "<%= config.bin %> remediation policy",
    "<%= config.bin %> remediation policy --environment production --action restart-service",
  ];
  static override flags = {
    environment: Flags.string({ description: "Only rules for this environment." }),
    action: Flags.string({ description: "Only rules for this action." }),
    service: Flags.string({ description: "Only rules for this service." }),
  };

  async run() {
    const { flags } = await this.parse(RemediationPolicy);
    const client = await this.client(flags);
    const policy = filterPolicy(await client.remediation.policy(), flags);
    this.log(policyDetails(policy, this.layout));
    return policy;
  }
}
