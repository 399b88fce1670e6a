import { Args } from "@oclif/core";
import { defineCommand } from "../../command/define-command.ts";
import { readConfigFile, userConfigFile, writeConfigFile } from "../../session/profile.ts";
import { readConfigFiles, requireProfile } from "../../session/settings.ts";
import { cleanLine } from "../../text/clean-text.ts";

export default defineCommand({
  summary: "Choose the default login.",
  examples: ["tocsin config use prod"],
  args: { profile: Args.string({ description: "Name of the stored login.", required: true }) },
  async run({ args: { profile } }) {
    requireProfile({ value: profile, origin: "--profile" }, await readConfigFiles(process.env));
    const file = userConfigFile(process.env);
    await writeConfigFile(file, { ...(await readConfigFile(file)), profile });
    this.log(`${cleanLine(profile)} is now the default login.`);
    const variable = process.env["TOCSIN_PROFILE"];
    if (variable) this.note(`TOCSIN_PROFILE is set to ${cleanLine(variable)} and overrides it.`);
    return { profile };
  },
});
