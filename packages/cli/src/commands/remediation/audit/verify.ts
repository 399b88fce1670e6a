import { defineCommand } from "../../../command/define-command.ts";
import { exitCodes } from "../../../failure/failure.ts";
import { verificationText } from "../../../format/remediation-stats.ts";

export default defineCommand({
  summary: "Verify the hash chain of the audit log, and every action against it.",
  description: "The exit code is 1 if the log was changed.",
  examples: ["tocsin remediation audit verify", "tocsin remediation audit verify --json | jq -r .headHash"],
  async request({ client }) {
    const found = await client.remediation.verifyAudit();
    this.log(verificationText(found, this.layout));
    if (!found.valid) process.exitCode = exitCodes.failure;
    return found;
  },
});
