import { createPublicKey, verify } from "node:crypto";

/** Whether a JWT (RS256) was signed with one of these keys or certificates, in PEM. */
export function isSigned(jwt: string, keys: string[]): boolean {
  const [header, payload, signature, ...more] = jwt.split(".");
  if (!header || !payload || !signature || more.length > 0) return false;
  const signed = Buffer.from(`${header}.${payload}`);
  const sign = Buffer.from(signature, "base64url");
  return keys.some((key) => verify("RSA-SHA256", signed, createPublicKey(key), sign));
}
