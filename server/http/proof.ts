import * as v from "valibot";
import { assertIdentity } from "../../db/agencies/proof.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { Proof } from "../../domain/agencies/secondFactors.ts";
import type { User } from "../../domain/agencies/team.ts";
import { invalid, parse } from "../../domain/refusal.ts";
import { findClientAddress } from "./address.ts";
import type { AppContext } from "./context.ts";
import { findSite } from "./site.ts";

interface ProofRequest {
  context: AppContext;
  tenant: Tenant;
  user: User;
  request: Request;
  server: Parameters<typeof findClientAddress>[1];
}

/**
 * Checks the identity proof in a request's headers if the session needs one: `X-Password`, percent-encoded,
 * or `X-Passkey`, the response of a passkey as percent-encoded JSON. Sensitive changes are then allowed.
 * @throws as `assertIdentity`
 */
export async function acceptProof({ context, tenant, user, request, server }: ProofRequest) {
  const password = request.headers.get("x-password");
  const passkey = request.headers.get("x-passkey");
  if (!tenant.mustProve || (password === null && passkey === null)) return;
  const address = findClientAddress(request, server, context.settings);
  const visitor = { email: user.email, address, signal: request.signal };
  const proof = parse(Proof, {
    ...(password !== null && { password: decode(password, "password") }),
    ...(passkey !== null && { passkey: parse(Json, decode(passkey, "passkey")) }),
  });
  await assertIdentity(tenant, proof, visitor, findSite(request, context));
  tenant.mustProve = false;
}

const Json = v.pipe(v.string(), v.parseJson(undefined, "No passkey was sent"));

function decode(text: string, path: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(path, "Percent-encode the header's value");
  }
}
