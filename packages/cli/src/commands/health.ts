import { BaseCommand } from "../command/base-command.ts";
import { exitCodes } from "../failure/failure.ts";
import { listFlags, oneOf } from "../flags/common-flags.ts";
import { waitFlags } from "../flags/wait-flags.ts";
import { healthListing, healthWord, type InterfaceHealth, interfaces } from "../format/health.ts";
import { cleanLine } from "../text/clean-text.ts";
import { awaitHealth } from "../wait/await-health.ts";
import { createDeadline } from "../wait/deadline.ts";

export default class HealthCommand extends BaseCommand {
  static override summary = "Check whether Tocsin runs and accepts requests.";
  static override description =
    "The exit code is 0 if both interfaces are ready, otherwise 1. With --wait it is 8 after the timeout. No login is needed.";
  static override examples = [
    "tocsin health",
    "tocsin health --wait --timeout 60s && ./smoke-test",
    "tocsin health --only ingestion --json",
  ];
  static override flags = {
    ...waitFlags("Wait until the interfaces are ready."),
    only: oneOf(interfaces, { description: "Check this interface only." }),
    ...listFlags,
  };

  async run() {
    const { flags } = await this.parse(HealthCommand);
    const client = await this.client(flags, { needsToken: false });
    const wanted = flags.only === undefined ? interfaces : [flags.only];
    const deadline = createDeadline(flags.timeout);
    const signal = flags.wait ? deadline.signal : AbortSignal.abort();
    const found = await awaitHealth(client, wanted, { signal, onLook: this.teller() }).finally(deadline.cancel);
    await this.showList(healthListing(found), flags, "");
    if (found.some(({ ready }) => !ready)) process.exitCode = flags.wait ? exitCodes.timedOut : exitCodes.failure;
    return found;
  }

  /** Reports what the command waits for, once for each change. */
  private teller(): (found: readonly InterfaceHealth[]) => void {
    let told = "";
    return (found) => {
      const waited = found
        .filter(({ ready }) => !ready)
        .map((health) => `${health.interface}: ${healthWord(health).text}, ${cleanLine(health.reason ?? "")}`)
        .join("\n");
      if (waited !== told) this.note(`Waiting.\n${waited}`);
      told = waited;
    };
  }
}
