import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { PasskeyResponse } from "../../domain/agencies/secondFactors.ts";

// A software authenticator: ES256, attestation "none".

interface Options {
  challenge: string;
  user?: { id: string };
  rp?: { id?: string };
  rpId?: string;
}

interface Behaviour {
  origin?: string;
  isUserVerified?: boolean;
  /** Counter step per use; 0 if it does not count. */
  step?: number;
  credentialId?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const ATTESTED = 0x40;

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");

export function createAuthenticator({
  origin = "http://localhost",
  isUserVerified = true,
  step = 1,
  credentialId = base64url(randomBytes(16)),
}: Behaviour = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
  const id = Buffer.from(credentialId, "base64url");
  let counter = 0;
  let userHandle = "";

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, isVerified = isUserVerified) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = PRESENT | BACKUP_ELIGIBLE | (isVerified ? VERIFIED : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
  };
  const wrap = (response: object): PasskeyResponse => ({
    id: credentialId,
    rawId: credentialId,
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId,
    create({ challenge, rp, user }: Options): PasskeyResponse {
      userHandle = user?.id ?? "";
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const authData = Buffer.concat([authenticatorData(rp?.id ?? "", ATTESTED), attested]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ["fmt", "none"],
          ["attStmt", new Map<string, string>()],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      return wrap({
        clientDataJSON: base64url(clientData("webauthn.create", challenge)),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      });
    },
    get({ challenge, rpId = "" }: Options, isVerified = isUserVerified): PasskeyResponse {
      counter += step;
      const data = authenticatorData(rpId, 0, isVerified);
      const client = clientData("webauthn.get", challenge);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return wrap({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      });
    },
  };
}
