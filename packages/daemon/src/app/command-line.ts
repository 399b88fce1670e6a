import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { AuditRequest } from "./audit.ts";
import { ConfigError } from "./config-error.ts";
import type { PolicyCheckRequest } from "./policy-check.ts";
import type { TokenRequest } from "./token.ts";

export type Command =
  | { readonly name: "run"; readonly file: string | undefined }
  | { readonly name: "token"; readonly file: string | undefined; readonly request: TokenRequest }
  | { readonly name: "audit"; readonly file: string | undefined; readonly request: AuditRequest }
  | { readonly name: "policy"; readonly request: PolicyCheckRequest }
  | { readonly name: "say"; readonly text: string };

const HELP = `tocsind runs Tocsin: ingestion, detection and the incident API.

Usage
  tocsind [--config FILE]
  tocsind token --organization ORG --subject NAME [--permissions a,b] [--ttl 12h] [--config FILE]
  tocsind audit verify [--organization ORG] [--expect-head HASH] [--json] [--config FILE]
  tocsind policy check [FILE] [--action TYPE [--environment NAME] [--service NAME] [--severity LEVEL] [--organization ORG]]

Options
  --config FILE        settings in YAML; the environment (TOCSIN_…) wins over it
  --organization ORG   the organization that the token is for, or whose audit log is checked, all logs where left out;
                       or that asks a policy, default where left out
  --subject NAME       who the token is for
  --permissions a,b    what it allows; all permissions where left out
  --ttl TIME           how long it is good for: 30m, 12h, 7d; 12h where left out
  --expect-head HASH   a hash that the log had once, of an export say; it must be in it still
  --json               a line of JSON for each log
  --action TYPE        ask the policy about an action, such as restart-service; it says what and which rules speak
  --environment NAME   where it would act; left out, the environment is unknown, which counts as production
  --service NAME       what it would act on
  --severity LEVEL     of the incident: LOW, MEDIUM, HIGH, CRITICAL; HIGH where left out
  --help, --version

Examples
  tocsind
  tocsind token --organization default --subject ada | tocsin login
  tocsind token --organization shop --subject ci --permissions incidents:view --ttl 15m
  tocsind audit verify --organization shop
  tocsind policy check                  # the built-in policy
  tocsind policy check policy.yaml      # what it holds, or each problem with its line; then it ends with 2
  tocsind policy check policy.yaml --action restart-service --service checkout --environment staging

The settings stand in docs/settings.md.
`;

/** What the arguments ask for. Throws ConfigError. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { name: "say", text: HELP };
  if (values.version) return { name: "say", text: `tocsind ${version()}\n` };
  const command = positionals.join(" ");
  const { config: file, organization, subject, permissions, ttl } = values;
  if (command === "") return { name: "run", file };
  if (command === "token") return { name: "token", file, request: { organization, subject, permissions, ttl } };
  if (command === "audit verify") {
    const { "expect-head": expectedHead, json = false } = values;
    return { name: "audit", file, request: { organization, expectedHead, json } };
  }
  if (positionals[0] === "policy" && positionals[1] === "check" && positionals.length <= 3) {
    const { action, environment, severity, service } = values;
    return { name: "policy", request: { file: positionals[2], action, organization, environment, severity, service } };
  }
  throw new ConfigError(`There is no command ${command}; see tocsind --help.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: "string" },
        organization: { type: "string" },
        subject: { type: "string" },
        permissions: { type: "string" },
        ttl: { type: "string" },
        "expect-head": { type: "string" },
        action: { type: "string" },
        environment: { type: "string" },
        severity: { type: "string" },
        service: { type: "string" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new ConfigError(`${(error as Error).message.split(".")[0]}; see tocsind --help.`);
  }
}

const version = (): string =>
  (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }).version;
