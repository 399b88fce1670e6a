import { defineCommand } from "../command/define-command.ts";
import { exitCodes, Failure } from "../failure/failure.ts";
import { readClaims } from "../session/claims.ts";
import { readConfigFile, userConfigFile, writeConfigFile } from "../session/profile.ts";
import { readSettings } from "../session/settings.ts";
import { cleanLine } from "../text/clean-text.ts";
import { programs } from "../text/program-names.ts";

export default defineCommand({
  summary: "Delete a stored login.",
  description: `The token stays valid until it expires. To revoke it, run ${programs.daemon} token revoke on the daemon's machine.`,
  examples: ["tocsin logout", "tocsin logout --profile prod"],
  async run({ flags }) {
    const file = userConfigFile(process.env);
    const settings = await readSettings(flags.profile, { env: process.env, directory: process.cwd() });
    const name = settings.profile.value ?? "default";
    const { profile: used, profiles } = await readConfigFile(file);
    if (!profiles[name])
      throw new Failure(
        `There is no stored login ${JSON.stringify(name)}.`,
        exitCodes.notFound,
        `To see them: ${programs.cli} config profiles`,
      );
    const rest = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name));
    await writeConfigFile(file, { profile: used === name ? undefined : used, profiles: rest });
    this.log(`Deleted the login ${cleanLine(name)}.`);
    const { tokenId } = readClaims(profiles[name].token);
    // The id becomes a shell argument, and tokens contain foreign text.
    if (tokenId !== undefined && /^[\w.:-]{1,256}$/.test(tokenId)) {
      this.note(`Its token stays valid until it expires. To revoke it now: ${programs.daemon} token revoke ${tokenId}`);
    }
    if (process.env["TOCSIN_TOKEN"]) this.note("TOCSIN_TOKEN is set and still logs you in.");
    return { profile: name };
  },
});
