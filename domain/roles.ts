import { Refusal } from "./refusal.ts";

export const ROLES = ["owner", "staff"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What only an owner may do, and what anybody else is told (specification, sections 2 and 6). The rest is
 * everybody's.
 */
export const OWNERS_ONLY = {
  "manage metadata": "Only agency owners can manage metadata settings.",
  "manage team": "Only agency owners can manage team members.",
  "view audit log": "Only agency owners can view audit logs.",
  "delete transactions": "Only agency owners can delete transactions.",
  "undo imports": "Only agency owners can undo imports.",
  "check books": "Only agency owners can check the books.",
} as const;
export type Deed = keyof typeof OWNERS_ONLY;

/** @throws Refusal "forbidden" with the deed's sentence. */
export function mustBeAllowed({ role }: { role: Role }, deed: Deed): void {
  if (role !== "owner") throw new Refusal("forbidden", OWNERS_ONLY[deed]);
}
