import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

// Passwords of agencies' mail accounts: AES-256-GCM by a key that HKDF makes of the server's secret. Each is
// sealed for its agency, so that a row that is moved to another one opens for nobody.

const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", "bahi: passwords of mail accounts", 32));

const whose = (agencyId: number) => Buffer.from(`agency ${agencyId}`);

export function seal(secret: string, agencyId: number, password: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv).setAAD(whose(agencyId));
  const sealed = Buffer.concat([cipher.update(password, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** undefined for one that was sealed by another secret, or for another agency. */
export function unseal(secret: string, agencyId: number, text: string): string | undefined {
  const bytes = Buffer.from(text, "base64");
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const cipher = createDecipheriv("aes-256-gcm", keyOf(secret), iv, { authTagLength: TAG_BYTES })
      .setAAD(whose(agencyId))
      .setAuthTag(tag);
    const rest = cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([rest, cipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
