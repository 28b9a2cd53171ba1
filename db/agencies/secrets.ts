// Secrets that replace a password: access tokens and invitations. Only their hash is stored.

/** Returns 256 random bits, safe for headers and URLs. */
export const newSecret = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

export const secretDigest = (secret: string) =>
  new Bun.CryptoHasher("sha256").update(secret).digest("base64url");
