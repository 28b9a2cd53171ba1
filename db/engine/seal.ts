import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts that the server has to read again. */
export interface Seal {
  seal(text: string): string;
  /** Returns undefined if the text was sealed with another secret, purpose or owner. */
  unseal(sealed: string): string | undefined;
}

/**
 * Creates a seal that uses AES-256-GCM with a key derived from the server's secret by HKDF.
 * @param purpose each purpose has its own key
 * @param owner a row that is moved to another owner cannot be decrypted
 */
export function createSeal(secret: string, purpose: string, owner: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `bahi: ${purpose}`, 32));
  const whose = Buffer.from(owner);
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(whose);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      try {
        const cipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES })
          .setAAD(whose)
          .setAuthTag(tag);
        const rest = cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([rest, cipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
