import { BaseCommand } from "../base-command.ts";
import { exitCodes, Failure } from "../failure/failure.ts";
import { cleanLine } from "../format/clean.ts";
import { names } from "../names.ts";
import { readConfigFile, userConfigFile, writeConfigFile } from "../session/profile.ts";
import { readSettings } from "../session/settings.ts";

export default class Logout extends BaseCommand {
  static override summary = "Forget a stored login.";
  static override description =
    "The token stays valid until it expires: to end it earlier, give the daemon another TOCSIN_JWT_SECRET.";
  static override examples = ["<%= config.bin %> logout", "<%= config.bin %> logout --profile prod"];

  async run() {
    const { flags } = await this.parse(Logout);
    const file = userConfigFile(process.env);
    const settings = await readSettings(flags.profile, { env: process.env, directory: process.cwd() });
    const name = settings.profile.value ?? "default";
    const { profile: used, profiles } = await readConfigFile(file);
    if (!profiles[name])
      throw new Failure(
        `There is no stored login ${JSON.stringify(name)}.`,
        exitCodes.notFound,
        `To see them: ${names.cli} config profiles`,
      );
    const rest = Object.fromEntries(Object.entries(profiles).filter(([each]) => each !== name));
    await writeConfigFile(file, { profile: used === name ? undefined : used, profiles: rest });
    this.log(`Forgot the login ${cleanLine(name)}.`);
    if (process.env["TOCSIN_TOKEN"]) this.note("TOCSIN_TOKEN is set, and still logs you in.");
    return { profile: name };
  }
}
