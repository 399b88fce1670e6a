import type { BaseCommand } from "../command/base-command.ts";
import { defineCommand } from "../command/define-command.ts";
import { exitCodes } from "../failure/failure.ts";
import { listFlags, oneOf, waitFlags } from "../flags/common-flags.ts";
import { healthListing, healthWord, type InterfaceHealth, interfaces } from "../format/health.ts";
import { cleanLine } from "../text/clean-text.ts";
import { awaitHealth } from "../wait/await-health.ts";
import { createDeadline } from "../wait/deadline.ts";

export default defineCommand({
  summary: "Check whether Tocsin runs and accepts requests.",
  description:
    "The exit code is 0 if both interfaces are ready, otherwise 1. With --wait it is 8 after the timeout. No login is needed.",
  examples: [
    "tocsin health",
    "tocsin health --wait --timeout 60s && ./smoke-test",
    "tocsin health --only ingestion --json",
  ],
  flags: {
    ...waitFlags("Wait until the interfaces are ready."),
    only: oneOf(interfaces, { description: "Check this interface only." }),
    ...listFlags,
  },
  needsToken: false,
  async request({ client, flags }) {
    const wanted = flags.only === undefined ? interfaces : [flags.only];
    const deadline = createDeadline(flags.timeout);
    const signal = flags.wait ? deadline.signal : AbortSignal.abort();
    const found = await awaitHealth(client, wanted, { signal, onLook: teller(this) }).finally(deadline.cancel);
    await this.showList(healthListing(found), flags, "");
    if (found.some(({ ready }) => !ready)) process.exitCode = flags.wait ? exitCodes.timedOut : exitCodes.failure;
    return found;
  },
});

/** Reports what the command waits for, once for each change. */
function teller(command: BaseCommand): (found: readonly InterfaceHealth[]) => void {
  let reported = "";
  return (found) => {
    const waited = found
      .filter(({ ready }) => !ready)
      .map((health) => `${health.interface}: ${healthWord(health).text}, ${cleanLine(health.reason ?? "")}`)
      .join("\n");
    if (waited !== reported) command.note(`Waiting.\n${waited}`);
    reported = waited;
  };
}
