import { BaseCommand } from "../../../command/base-command.ts";
import { exitCodes } from "../../../failure/failure.ts";
import { verificationText } from "../../../format/remediation-stats.ts";

export default class RemediationAuditVerify extends BaseCommand {
  static override summary = "Verify the hash chain of the audit log, and every action against it.";
  static override description = "The exit code is 1 if the log was changed.";
  static override examples = [
    "<%= config.bin %> remediation audit verify",
    "<%= config.bin %> remediation audit verify --json | jq -r .headHash",
  ];

  async run() {
    const { flags } = await this.parse(RemediationAuditVerify);
    const client = await this.client(flags);
    const found = await client.remediation.verifyAudit();
    this.log(verificationText(found, this.layout));
    if (!found.valid) process.exitCode = exitCodes.failure;
    return found;
  }
}
