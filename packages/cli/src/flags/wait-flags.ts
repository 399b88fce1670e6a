import { Flags } from "@oclif/core";
import { parseDuration } from "../text/time.ts";
import { duration } from "./common-flags.ts";

/** The timeout of commands that only wait; `usual` is such as 15m. */
export const timeoutFlag = (usual: string, description = "Timeout.") =>
  duration({ description, default: parseDuration(usual), defaultHelp: async () => usual });

/** Flags of commands with --wait; `description` says what they wait for. */
export const waitFlags = (description: string, usual = "15m") => ({
  wait: Flags.boolean({ description }),
  timeout: timeoutFlag(usual, "Timeout of --wait."),
});

export const waitUntilDoneFlags = waitFlags("Wait until it has finished; fail if it fails.");
