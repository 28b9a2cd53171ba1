// What opens the books without a password: access tokens and invitations. Of each only the digest is kept.

/** 256 random bits, for a header or an address. */
export const newSecret = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

export const secretDigest = (secret: string) =>
  new Bun.CryptoHasher("sha256").update(secret).digest("base64url");
