// Writes docs/errors.md and the enum of the OpenAPI documents from the daemon's table of error codes; with --check it
// compares instead.
import { readFileSync, writeFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { errorCodes } from "../packages/daemon/src/kernel/error-codes.ts";
import { root } from "./run.mjs";

const codes = Object.entries(errorCodes);
const statuses = [...new Set(codes.map(([, { status }]) => status))];

const table = (wanted) => {
  const rows = codes
    .filter(([, { status }]) => status === wanted)
    .map(([code, { meaning, action }]) => `| \`${code}\` | ${meaning} | ${action} |`);
  return `## ${wanted} ${STATUS_CODES[wanted]}\n\n| code | meaning | what to do |\n|---|---|---|\n${rows.join("\n")}\n`;
};

const outputs = {
  "docs/errors.md": `# Errors

Generated from the daemon's table of error codes; do not edit: npm run generate.

Every error of both interfaces has this body:

\`\`\`json
{
  "statusCode": 400,
  "code": "invalid_cursor",
  "error": "Bad Request",
  "message": "Unknown cursor. Start again without \`cursor\`.",
  "details": [{ "path": "/query/cursor", "message": "must be the cursor of the page before" }]
}
\`\`\`

Programs switch on \`code\`. A code keeps its name and its meaning; new versions may add codes, so treat an unknown code like its status. Messages are for people and may change. \`details\` names the refused fields, and \`violations\` the rules that block a request. The header \`x-request-id\` finds the request in the daemon's log.

${statuses.map(table).join("\n")}`,
  "openapi/components/schemas/error-code.yaml": `# Generated from the daemon's table of error codes; do not edit: npm run generate.
ErrorCode:
  type: string
  x-extension: true
  description: >-
    Cause of the error, for programs. docs/errors.md explains each code and the next step. New versions may add
    codes.
  enum:
${codes.map(([code]) => `    - ${code}\n`).join("")}`,
};

for (const [file, text] of Object.entries(outputs)) {
  const path = join(root, file);
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.log(`${file} is not what the error codes say; run npm run generate.`);
    process.exitCode = 1;
  }
}
