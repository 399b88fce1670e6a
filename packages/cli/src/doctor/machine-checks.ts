import { stat } from "node:fs/promises";
import { programs } from "../text/program-names.ts";
import { type Finding, ok, warning } from "./finding.ts";

const GROUP_AND_OTHERS = 0o077;

/** Checks that only the owner can read the file with tokens. */
export async function checkConfigFile(file: string): Promise<Finding> {
  const about = "your file";
  const found = await stat(file).catch(() => undefined);
  if (!found) return ok(about, `${file} does not exist: there is no stored login.`);
  const isOpen = process.platform !== "win32" && (found.mode & GROUP_AND_OTHERS) !== 0;
  if (isOpen) return warning(about, `${file} contains tokens and can be read by other users.`, `chmod 600 '${file}'`);
  return ok(about, `Only you can read ${file}.`);
}

/** Checks the capabilities of the terminal. */
export function checkTerminal(env: NodeJS.ProcessEnv, columns: number | undefined): Finding {
  const about = "terminal";
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  if (columns === undefined) return ok(about, "stdout is not a terminal.");
  if (env["TERM"] === "dumb")
    return warning(
      about,
      "TERM is dumb: the board is a list, and there are no colours.",
      "Set TERM, e.g. xterm-256color.",
    );
  if (locale && !/utf-?8/i.test(locale))
    return warning(
      about,
      `The locale ${locale} is not UTF-8: charts and arrows may be garbled.`,
      "export LANG=C.UTF-8",
    );
  if (columns < 40)
    return warning(about, `The terminal has only ${columns} columns.`, `${programs.cli} needs at least 40 columns.`);
  return ok(
    about,
    `${env["TERM"] ?? "unknown"}, ${columns} columns${env["NO_COLOR"] ? ", no colours (NO_COLOR)" : ""}.`,
  );
}
