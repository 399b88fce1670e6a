import { defineCommand } from "../../command/define-command.ts";
import { listFlags } from "../../flags/common-flags.ts";
import { column, fieldColumn, keyedListingOf, textCell } from "../../format/listing.ts";
import { readClaims } from "../../session/claims.ts";
import { readConfigFile, userConfigFile } from "../../session/profile.ts";
import { readSettings } from "../../session/settings.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { until } from "../../text/time.ts";

interface StoredLogin {
  readonly name: string;
  readonly isUsed: boolean;
  readonly coreUrl: string | null;
  readonly subject: string | null;
  readonly organization: string | null;
  readonly expiresAt: string | null;
}

const listing = keyedListingOf<StoredLogin>({ name: "NAME", field: "name" }, [
  column("USED", "isUsed", ({ isUsed }) => ({ text: isUsed ? "yes" : "", exact: String(isUsed) })),
  fieldColumn("ADDRESS", "coreUrl", { minWidth: 12 }),
  fieldColumn("AS", "subject", { minWidth: 6, dropPriority: 20 }),
  fieldColumn("ORGANIZATION", "organization", { minWidth: 6, dropPriority: 20 }),
  column("EXPIRES", "expiresAt", ({ expiresAt }, now) =>
    expiresAt === null
      ? textCell(null)
      : { text: Date.parse(expiresAt) > now ? until(expiresAt, now) : "expired", exact: expiresAt },
  ),
]);

export default defineCommand({
  summary: "List the stored logins.",
  examples: ["tocsin config profiles"],
  flags: listFlags,
  async run({ flags }) {
    const { profiles } = await readConfigFile(userConfigFile(process.env));
    const settings = await readSettings(flags.profile, { env: process.env, directory: process.cwd() });
    const logins = Object.entries(profiles).map(([name, { coreUrl, token }]): StoredLogin => {
      const { subject, organization, expiresAt } = readClaims(token);
      return {
        name: cleanLine(name),
        isUsed: name === settings.profile.value,
        coreUrl: coreUrl ?? null,
        subject: subject ?? null,
        organization: organization ?? null,
        expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      };
    });
    await this.showList(listing(logins), flags, "There are no stored logins.");
    return logins;
  },
});
