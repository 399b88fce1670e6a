import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./daemon-process.ts";

const example = new URL("../../../../examples/syslog-ng/tocsin.conf", import.meta.url);
export const packages = "syslog-ng-core and syslog-ng-mod-http";

/** Undefined where syslog-ng with its HTTP destination is installed; else what is missing. */
export function whatIsMissing(): string | undefined {
  const found = spawnSync("syslog-ng", ["--version"], { encoding: "utf8" });
  if (found.error !== undefined) return `syslog-ng isn't installed (Debian: ${packages})`;
  if (!/\bhttp\b/.test(`${found.stdout}`)) return `syslog-ng has no HTTP destination (Debian: ${packages})`;
  return undefined;
}

export interface SyslogNg {
  /** The file that it follows. */
  readonly file: string;
  start(): Promise<void>;
  /** Lets it write down where it stands, and ends it. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** The example's configuration with its definitions filled in. */
function configuration(values: Readonly<Record<string, string>>): string {
  let text = readFileSync(example, "utf8");
  for (const [name, value] of Object.entries(values)) {
    const definition = new RegExp(`^@define ${name} ".*"$`, "m");
    if (!definition.test(text)) throw new Error(`The example defines no ${name}.`);
    text = text.replace(definition, () => `@define ${name} "${value}"`);
  }
  return text;
}

export function createSyslogNg(ingest: string, organization: string): SyslogNg {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  const file = at("app.log");
  writeFileSync(file, "");
  const values = {
    "tocsin-url": ingest,
    "tocsin-organization": organization,
    "watched-file": file,
    "default-service": "shipped",
    "buffer-dir": folder,
  };
  writeFileSync(at("tocsin.conf"), configuration(values));
  const own = ["-f", at("tocsin.conf"), "-R", at("persist"), "-c", at("control"), "--pidfile", at("pid")];
  let child: ChildProcess | undefined;

  const stop = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGTERM");
    await ended;
  };
  return {
    file,
    async start() {
      execFileSync("syslog-ng", ["--syntax-only", ...own], { stdio: "pipe" });
      child = spawn("syslog-ng", ["--foreground", "--stderr", ...own], { stdio: "ignore" });
      await once(child, "spawn");
    },
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
