import { parseArgs } from "node:util";
import { ConfigError } from "../config/config-error.ts";
import { daemonVersion } from "../config/daemon-version.ts";
import type { BackupRequest, RestoreRequest } from "./backup/run-backup.ts";
import type { CheckRequest } from "./check/run-check.ts";
import type { AuditRequest } from "./check-audit.ts";
import type { PolicyCheckRequest } from "./check-policy.ts";
import type { TokenRequest } from "./mint-token.ts";
import type { RevokeRequest } from "./revoke-tokens.ts";

export type Command =
  | { readonly name: "run"; readonly file: string | undefined }
  | { readonly name: "token"; readonly file: string | undefined; readonly request: TokenRequest }
  | { readonly name: "revoke"; readonly file: string | undefined; readonly request: RevokeRequest }
  | { readonly name: "revoked"; readonly file: string | undefined; readonly json: boolean }
  | { readonly name: "audit"; readonly file: string | undefined; readonly request: AuditRequest }
  | { readonly name: "policy"; readonly request: PolicyCheckRequest }
  | { readonly name: "backup"; readonly file: string | undefined; readonly request: BackupRequest }
  | { readonly name: "restore"; readonly file: string | undefined; readonly request: RestoreRequest }
  | { readonly name: "check"; readonly file: string | undefined; readonly request: CheckRequest }
  | { readonly name: "adopt-broker"; readonly file: string | undefined }
  | { readonly name: "say"; readonly text: string };

const HELP = `tocsind runs Tocsin: ingestion, detection and the incident API.

Usage
  tocsind [--config FILE]
  tocsind token --organization ORG --subject NAME [--permissions a,b] [--script] [--ttl 12h] [--config FILE]
  tocsind token revoke ID | - | --subject NAME | --all [--organization ORG] [--reason TEXT] [--config FILE]
  tocsind token revoked [--json] [--config FILE]
  tocsind audit verify [--organization ORG] [--head HASH [--seq N]] [--json] [--config FILE]
  tocsind policy check [FILE] [--action TYPE [--environment NAME] [--service NAME] [--severity LEVEL] [--organization ORG]]
  tocsind backup DIR [--json] [--config FILE]
  tocsind restore DIR [--replace] [--json] [--config FILE]
  tocsind check [DIR] [--repair | --acknowledge] [--json] [--config FILE]
  tocsind adopt-broker [--config FILE]

Options
  --config FILE        settings in YAML; the environment (TOCSIN_…) takes precedence
  --organization ORG   the organization of the token, of the audit log (default: all logs), or of the policy question
                       (default: the default organization)
  --subject NAME       who the token is for
  --permissions a,b    permissions of the token; all by default
  --script             a token for a script, valid for up to 30 days; a person's is valid for up to 12 hours
  --ttl TIME           lifetime of the token, such as 30m, 12h, 7d; the maximum by default
  --all                revoke all tokens issued until now, or those of --organization
  --reason TEXT        reason, shown in the list of revocations
  --head HASH          a hash from a report, an export or a log line, which the audit log must still contain
  --seq N              the position of that hash in the audit log
  --json               a line of JSON for each log or revocation; the manifest of a backup
  --repair             replace damaged files by their readable content and keep the originals; stop the daemon first
  --acknowledge        accept the state of queue, database and archive: end the warnings, or recreate a lost file
  --replace            replace existing data, which is moved to a folder in the data directory and not deleted
  --action TYPE        show the decision about an action, such as restart-service, and the rules behind it
  --environment NAME   environment of the action; unknown by default, which counts as production
  --service NAME       target service of the action
  --severity LEVEL     severity of the incident: LOW, MEDIUM, HIGH, CRITICAL; HIGH by default
  --help, --version

Examples
  tocsind
  tocsind token --organization shop --subject ada | tocsin login
  tocsind token --organization shop --subject ci --permissions incidents:view --ttl 15m
  tocsind token --organization shop --subject nightly-export --permissions remediation:view --script
  tocsind token revoke 2f1c9a34-8f5e-4a53-9d2b-6a1f0c7e4b11 --reason "laptop lost"   # the id is its claim jti
  tocsind token revoke - < leaked-token
  tocsind token revoke --subject ada    # all tokens of ada; tokens issued later are valid
  tocsind audit verify --organization shop
  tocsind policy check                  # the built-in policy
  tocsind policy check policy.yaml      # its content, or each problem with its line and exit code 2
  tocsind policy check policy.yaml --action restart-service --service checkout --environment staging
  tocsind backup /backup/tocsin/$(date +%Y%m%dT%H%M)    # while the daemon runs; into a new or empty folder
  tocsind restore /backup/tocsin/20260301T0300           # while the daemon is stopped
  tocsind check                          # checks each file completely; exit code 1 for damage
  tocsind check /backup/tocsin/20260301T0300
  tocsind adopt-broker                   # assigns the virtual host of RabbitMQ to a restored database

All settings: docs/settings.md.
`;

/** Parses the arguments. Throws ConfigError. */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help || positionals[0] === "help") return { name: "say", text: HELP };
  if (values.version) return { name: "say", text: `tocsind ${daemonVersion()}\n` };
  const command = positionals.join(" ");
  const { config: file, organization, subject, permissions, ttl } = values;
  if (command === "") return { name: "run", file };
  if (command === "token") {
    const kind = values.script ? "script" : "person";
    return { name: "token", file, request: { organization, subject, permissions, ttl, kind } };
  }
  if (command === "adopt-broker") return { name: command, file };
  if (command === "token revoked") return { name: "revoked", file, json: values.json ?? false };
  if (positionals[0] === "token" && positionals[1] === "revoke" && positionals.length <= 3) {
    const { all = false, reason } = values;
    return { name: "revoke", file, request: { tokenId: positionals[2], subject, organization, all, reason } };
  }
  if (command === "audit verify") {
    const { "expect-head": expectedHead, head = expectedHead, seq, json = false } = values;
    return { name: "audit", file, request: { organization, head, seq, json } };
  }
  if (positionals[0] === "policy" && positionals[1] === "check" && positionals.length <= 3) {
    const { action, environment, severity, service } = values;
    return { name: "policy", request: { file: positionals[2], action, organization, environment, severity, service } };
  }
  if (["backup", "restore", "check"].includes(positionals[0] as string) && positionals[1] === "") {
    throw new ConfigError(`The folder's name is empty. Name one: tocsind ${positionals[0]} DIR.`);
  }
  if (positionals[0] === "check" && positionals.length <= 2) {
    const { repair = false, acknowledge = false, json = false } = values;
    if (repair && acknowledge) throw new ConfigError("Give --repair or --acknowledge, not both.");
    return { name: "check", file, request: { folder: positionals[1], repair, acknowledge, json } };
  }
  const [name, folder] = positionals;
  if ((name === "backup" || name === "restore") && positionals.length <= 2) {
    const { json = false, replace = false } = values;
    if (folder === undefined) throw new ConfigError(`Name the folder of the backup: tocsind ${name} DIR.`);
    if (name === "backup" && replace) {
      throw new ConfigError("A backup replaces nothing: leave out --replace, and name a new folder.");
    }
    if (name === "backup") return { name, file, request: { folder, json } };
    return { name, file, request: { folder, json, replace } };
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
        script: { type: "boolean" },
        all: { type: "boolean" },
        reason: { type: "string" },
        head: { type: "string" },
        // The former name of --head.
        "expect-head": { type: "string" },
        seq: { type: "string" },
        action: { type: "string" },
        environment: { type: "string" },
        severity: { type: "string" },
        service: { type: "string" },
        json: { type: "boolean" },
        replace: { type: "boolean" },
        repair: { type: "boolean" },
        acknowledge: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new ConfigError(`${(error as Error).message.split(".")[0]}; see tocsind --help.`);
  }
}
