import type { BaseCommand } from "../command/base-command.ts";
import { defineCommand } from "../command/define-command.ts";
import type { Finding } from "../doctor/finding.ts";
import { checkTelemetryOrganization, checkToken } from "../doctor/login-checks.ts";
import { checkConfigFile, checkTerminal } from "../doctor/machine-checks.ts";
import { checkAccess, checkClock, checkInterface, checkRefusals, checkRemediation } from "../doctor/server-checks.ts";
import { exitCodes } from "../failure/failure.ts";
import { userConfigFile } from "../session/profile.ts";
import { connect } from "../session/session.ts";
import { readSettings } from "../session/settings.ts";
import { cleanLine } from "../text/clean-text.ts";
import { wrapHanging } from "../text/wrap.ts";

const words = { ok: "ok", warning: "warn", problem: "FAIL" } as const;
const styles = { ok: "green", warning: "yellow", problem: "red" } as const;
const INDENT = 6;

export default defineCommand({
  summary: "Check the configuration, the login and the server.",
  description:
    "Checks configuration, token, telemetry and its refusals, both interfaces, access, clocks and terminal, and says how to fix problems. It changes nothing. The exit code is 1 if a check fails.",
  examples: ["tocsin doctor", "tocsin doctor --profile prod --json"],
  async run({ flags }) {
    const settings = await readSettings(flags.profile, { env: process.env, directory: process.cwd() });
    const [coreUrl, ingestUrl] = [settings.coreUrl.value ?? "", settings.ingestUrl.value ?? ""];
    const client = await connect(
      { coreUrl, ingestUrl, token: settings.token.value, apiKey: settings.apiKey.value },
      { needsToken: false },
    );
    const token = checkToken(settings.token, Date.now());
    const [file, core, ingestion, clock] = await Promise.all([
      checkConfigFile(userConfigFile(process.env)),
      checkInterface(client, "core", coreUrl),
      checkInterface(client, "ingestion", ingestUrl),
      checkClock(client, Date.now),
    ]);
    const isWorthAsking = token.verdict !== "problem" && core.verdict !== "problem";
    const asked = isWorthAsking
      ? await Promise.all([checkAccess(client), checkRemediation(client), checkRefusals(client)])
      : [];
    const access = asked.flat().flatMap((each) => (each ? [each] : []));
    const terminal = checkTerminal(process.env, process.stdout.isTTY ? process.stdout.columns : undefined);
    const findings = [
      file,
      token,
      checkTelemetryOrganization(settings),
      core,
      ingestion,
      ...access,
      ...(clock ? [clock] : []),
      terminal,
    ];
    if (!this.jsonEnabled()) this.log(findings.map((finding) => line(this, finding)).join("\n"));
    if (findings.some(({ verdict }) => verdict === "problem")) process.exitCode = exitCodes.failure;
    return findings;
  },
});

function line(command: BaseCommand, { about, verdict, text, advice }: Finding): string {
  const said = [`${about}: ${text}`, ...(advice ? [advice] : [])].map((each) =>
    wrapHanging(cleanLine(each), command.width, INDENT),
  );
  return `${command.paint(styles[verdict], words[verdict].padEnd(INDENT - 1))} ${said.join(`\n${" ".repeat(INDENT)}`)}`;
}
