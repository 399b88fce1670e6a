import { stat } from "node:fs/promises";
import { programs } from "../text/program-names.ts";
import { type Finding, ok, warning } from "./finding.ts";

const GROUP_AND_OTHERS = 0o077;

/** Whether others than its owner could read the file with the tokens. */
export async function checkConfigFile(file: string): Promise<Finding> {
  const about = "your file";
  const found = await stat(file).catch(() => undefined);
  if (!found) return ok(about, `${file} is not there: nobody has logged in yet.`);
  const isOpen = process.platform !== "win32" && (found.mode & GROUP_AND_OTHERS) !== 0;
  if (isOpen) return warning(about, `${file} can be read by others, and holds tokens.`, `chmod 600 '${file}'`);
  return ok(about, `${file} can be read by you alone.`);
}

/** What the terminal can show. */
export function checkTerminal(env: NodeJS.ProcessEnv, columns: number | undefined): Finding {
  const about = "terminal";
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  if (columns === undefined) return ok(about, "There is none: output is for a pipe.");
  if (env["TERM"] === "dumb")
    return warning(
      about,
      "TERM is dumb: lists instead of the board, and no colours.",
      "Set TERM, e.g. xterm-256color.",
    );
  if (locale && !/utf-?8/i.test(locale))
    return warning(
      about,
      `The locale ${locale} is not UTF-8: charts and arrows may look wrong.`,
      "export LANG=C.UTF-8",
    );
  if (columns < 40) return warning(about, `${columns} columns are few.`, `${programs.cli} is made for 40 and more.`);
  return ok(
    about,
    `${env["TERM"] ?? "unknown"}, ${columns} columns${env["NO_COLOR"] ? ", no colours (NO_COLOR)" : ""}.`,
  );
}
