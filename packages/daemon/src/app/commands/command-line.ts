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
  --config FILE        settings in YAML; the environment (TOCSIN_…) wins over it
  --organization ORG   the organization that the token is for, or whose audit log is checked, all logs where left out;
                       or that asks a policy, default where left out
  --subject NAME       who the token is for
  --permissions a,b    what it allows; all permissions where left out
  --script             the token is for a script: good for 30 days at most, where a person's is for 12 hours
  --ttl TIME           how long it is good for: 30m, 12h, 7d; as long as it may be where left out
  --all                revoke all tokens issued up to now, of --organization where it is given
  --reason TEXT        why, for whoever reads the list of what was revoked
  --head HASH          a hash that the log had once, as a report, an export or a log line says; it must be in it still
  --seq N              the place where it stood
  --json               a line of JSON for each log, or for each revocation; the manifest of a backup
  --repair             set damaged files aside and go on with what can be read of them; the daemon must be stopped
  --acknowledge        accept queue, database and archive as they are: end the warnings, or go on without a lost file
  --replace            restore over data that is there, which is set aside in the data directory and not deleted
  --action TYPE        ask the policy about an action, such as restart-service; it says what and which rules speak
  --environment NAME   where it would act; left out, the environment is unknown, which counts as production
  --service NAME       what it would act on
  --severity LEVEL     of the incident: LOW, MEDIUM, HIGH, CRITICAL; HIGH where left out
  --help, --version

Examples
  tocsind
  tocsind token --organization shop --subject ada | tocsin login
  tocsind token --organization shop --subject ci --permissions incidents:view --ttl 15m
  tocsind token --organization shop --subject nightly-export --permissions remediation:view --script
  tocsind token revoke 2f1c9a34-8f5e-4a53-9d2b-6a1f0c7e4b11 --reason "laptop lost"   # the id is its claim jti
  tocsind token revoke - < leaked-token
  tocsind token revoke --subject ada    # all that ada holds; those issued later count
  tocsind audit verify --organization shop
  tocsind policy check                  # the built-in policy
  tocsind policy check policy.yaml      # what it holds, or each problem with its line; then it ends with 2
  tocsind policy check policy.yaml --action restart-service --service checkout --environment staging
  tocsind backup /backup/tocsin/$(date +%Y%m%dT%H%M)    # beside the running daemon; the folder is new or empty
  tocsind restore /backup/tocsin/20260301T0300           # with the daemon stopped
  tocsind check                          # each file whole, beside the daemon or without it; ends with 1 for damage
  tocsind check /backup/tocsin/20260301T0300
  tocsind adopt-broker                   # a database that was restored takes the place of the one before on RabbitMQ

The settings stand in docs/settings.md.
`;

/** What the arguments ask for. Throws ConfigError. */
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
        // As --head was called before.
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
