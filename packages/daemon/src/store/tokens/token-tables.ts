import type { TokenRevocation } from "../../model/token-revocation.ts";
import { defineTable, generated, integer, text } from "../sql/define-table.ts";

export interface TokenRevocationRow extends TokenRevocation {
  seq: number;
}

export const tokenRevocationTable = defineTable<TokenRevocationRow>("token_revocation", {
  ...generated("seq"),
  ...text("tokenId", "organizationId", "subject", "reason"),
  ...integer("issuedUntil", "revokedAt", "expiresAt"),
});
