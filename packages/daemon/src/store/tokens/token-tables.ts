import { EntitySchema } from "typeorm";
import type { TokenRevocation } from "../../model/token-revocation.ts";
import { integer, nullable, text } from "../sql/columns.ts";

export interface TokenRevocationRow extends TokenRevocation {
  seq: number;
}

export const tokenRevocationTable = new EntitySchema<TokenRevocationRow>({
  name: "token_revocation",
  columns: {
    seq: { ...integer, primary: true, generated: "increment" },
    tokenId: { ...text, ...nullable, name: "token_id" },
    organizationId: { ...text, ...nullable, name: "organization_id" },
    subject: { ...text, ...nullable },
    issuedUntil: { ...integer, ...nullable, name: "issued_until" },
    revokedAt: { ...integer, name: "revoked_at" },
    expiresAt: { ...integer, name: "expires_at" },
    reason: text,
  },
});
