import { createHmac } from "node:crypto";

/** A token of somebody who may look at incidents. */
export const viewToken = (secret, organizationId) => tokenFor(secret, organizationId, ["incidents:view"]);

export function tokenFor(secret, organizationId, permissions) {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    sub: "bench",
    organizationId,
    permissions,
    exp: Math.floor(Date.now() / 1000) + 3600,
  };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
