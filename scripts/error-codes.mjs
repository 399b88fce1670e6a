// Writes docs/errors.md, the enum of the OpenAPI documents and the daemon's statuses from openapi/components/error-codes.yaml;
// with --check it compares instead.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { dirname, join } from "node:path";
import $RefParser from "@apidevtools/json-schema-ref-parser";
import { root } from "./run.mjs";

const SOURCE = "openapi/components/error-codes.yaml";
const byStatus = Object.entries(await new $RefParser().parse(join(root, SOURCE)));
const codes = byStatus.flatMap(([status, entries]) => Object.keys(entries).map((code) => ({ code, status })));

const table = ([status, entries]) => {
  const rows = Object.entries(entries).map(([code, { meaning, action }]) => `| \`${code}\` | ${meaning} | ${action} |`);
  return `## ${status} ${STATUS_CODES[status]}\n\n| code | meaning | what to do |\n|---|---|---|\n${rows.join("\n")}\n`;
};

const outputs = {
  "docs/errors.md": `# Errors

Generated from ${SOURCE}; do not edit: npm run generate.

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

${byStatus.map(table).join("\n")}`,
  "openapi/components/schemas/error-code.yaml": `# Generated from ${SOURCE}; do not edit: npm run generate.
ErrorCode:
  type: string
  x-extension: true
  description: >-
    Cause of the error, for programs. docs/errors.md explains each code and the next step. New versions may add
    codes.
  enum:
${codes.map(({ code }) => `    - ${code}\n`).join("")}`,
  "packages/daemon/src/kernel/generated/error-statuses.ts": `// Generated from ${SOURCE}; do not edit: npm run generate.

/** HTTP status of each error code. */
export const errorStatuses = {
${codes.map(({ code, status }) => `  ${code}: ${status},\n`).join("")}} as const;

export type ErrorCode = keyof typeof errorStatuses;
`,
};

for (const [file, text] of Object.entries(outputs)) {
  const path = join(root, file);
  if (!process.argv.includes("--check")) write(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.log(`${file} is not what the error codes say; run npm run generate.`);
    process.exitCode = 1;
  }
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
