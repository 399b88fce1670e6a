import { Flags } from "@oclif/core";
import { parseDuration } from "../text/time.ts";
import { duration } from "./common-flags.ts";

/** How long a command waits that does nothing else; `usual` such as 15m. */
export const timeoutFlag = (usual: string, description = "Timeout.") =>
  duration({ description, default: parseDuration(usual), defaultHelp: async () => usual });

/** Of commands that may see a thing through: what --wait does, and how long by default. */
export const waitFlags = (description: string, usual = "15m") => ({
  wait: Flags.boolean({ description }),
  timeout: timeoutFlag(usual, "Timeout of --wait."),
});

/** Of those that may wait for what they have begun. */
export const waitUntilDoneFlags = waitFlags("Wait until it has finished; fail if it fails.");
