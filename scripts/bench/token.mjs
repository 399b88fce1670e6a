// A token of somebody who may look at incidents.
import { createHmac } from "node:crypto";

export function viewToken(secret, organizationId) {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    sub: "bench",
    organizationId,
    permissions: ["incidents:view"],
    exp: Math.floor(Date.now() / 1000) + 3600,
  };
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
