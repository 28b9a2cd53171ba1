import * as v from "valibot";
import {
  addInvitation,
  listInvitations,
  withdrawInvitation,
} from "../../db/agencies/invitations.ts";
import {
  addMember,
  changeMember,
  listMembers,
  listOwnerEmails,
  removeMember,
} from "../../db/agencies/team.ts";
import {
  type Invitation,
  type MadeInvitation,
  NewInvitation,
} from "../../domain/agencies/invitations.ts";
import { invitationNotice, passwordNotice } from "../../domain/agencies/recovery.ts";
import { type Member, MemberChange, NewMember } from "../../domain/agencies/team.ts";
import { ROLES } from "../../domain/roles.ts";
import { resolveOrigin } from "../http/address.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { mailVerification } from "./recovery.ts";
import { logEvent, notify, notifyOfOwner } from "./security.ts";
import { createShape, deleted, id, isTrue, moment, text } from "./shapes.ts";

const member = createShape<Member>()(
  v.object({ _id: id, name: text, email: text, role: v.picklist(ROLES), createdAt: moment }),
);

const invitation = createShape<Invitation>()(
  v.object({
    _id: id,
    name: text,
    email: text,
    role: v.picklist(ROLES),
    createdAt: moment,
    expiresAt: moment,
  }),
);
const madeInvitation = createShape<MadeInvitation>()(
  v.object({
    invitation,
    url: v.pipe(text, v.description("The link; shown only here")),
    isMailed: v.pipe(
      isTrue,
      v.description("Whether the server also e-mailed the link to the person"),
    ),
  }),
);

export const team: Group = {
  title: "Team",
  about:
    "A removed member's token ends immediately, as does the token of a member whose password an " +
    "owner sets. A changed role applies from the next call.",
  schemas: { Member: member, NewMember, Invitation: invitation, MadeInvitation: madeInvitation },
  calls: [
    call({
      name: "listMembers",
      method: "GET",
      path: "/api/users/team",
      summary: "List the team",
      who: "view team",
      answer: { status: 200, schema: v.object({ users: v.array(member) }) },
      run: async ({ tenant }) => ({ users: await listMembers(tenant) }),
    }),
    call({
      name: "addMember",
      method: "POST",
      path: "/api/users/team",
      summary: "Create a member",
      who: "manage team",
      body: {
        schema: NewMember,
        example: {
          name: "Ravi Menon",
          email: "ravi@indigo.example",
          password: "ravi's first",
          role: "staff",
        },
      },
      answer: { status: 201, schema: v.object({ user: member }) },
      also: [409],
      run: async ({ tenant, user, input, context, request, server }) => {
        const added = await addMember(tenant, input, request.signal);
        await mailVerification({ context, request }, added.email);
        if (added.role === "owner") {
          await notifyOfOwner({ context, request, server, tenant }, user, added);
        }
        return { user: added };
      },
    }),
    call({
      name: "listInvitations",
      method: "GET",
      path: "/api/users/invitations",
      summary: "List open invitations",
      who: "manage team",
      answer: { status: 200, schema: v.object({ invitations: v.array(invitation) }) },
      run: async ({ tenant }) => ({ invitations: await listInvitations(tenant) }),
    }),
    call({
      name: "addInvitation",
      method: "POST",
      path: "/api/users/invitations",
      summary: "Invite a member",
      about:
        "Creates a link that works once, within 7 days. A person who is already in another agency " +
        "joins with their existing password. Inviting the same email again withdraws the earlier " +
        "link. The link is returned only here, so a retry with the same `Idempotency-Key` returns " +
        "409.",
      who: "manage team",
      body: {
        schema: NewInvitation,
        example: { name: "Meera Rao", email: "meera@rao.example", role: "accountant" },
      },
      answer: { status: 201, schema: madeInvitation },
      run: async ({ tenant, user, input, context, request }) => {
        const linkTo = (token: string) =>
          `${resolveOrigin(request, context.settings)}/join#${token}`;
        const { notices } = context;
        const made = await addInvitation(tenant, input, linkTo, notices.isOn);
        const { mailedToken, ...shown } = made;
        if (mailedToken) {
          notices.send(invitationNotice(input.email, user.agencyName, linkTo(mailedToken)));
        }
        return shown;
      },
    }),
    call({
      name: "withdrawInvitation",
      method: "DELETE",
      path: "/api/users/invitations/:id",
      summary: "Withdraw an invitation",
      about: "The link stops working immediately.",
      who: "manage team",
      id: ID.invitation,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await withdrawInvitation(tenant, id);
        return { message: "Invitation withdrawn" };
      },
    }),
    call({
      name: "changeMember",
      method: "PUT",
      path: "/api/users/team/:id",
      summary: "Update a member",
      about:
        "An omitted or empty password stays the same. The last owner must stay an owner. You " +
        "cannot change the email or password of a person who is also in another agency. Otherwise " +
        "the API returns 409.",
      who: "manage team",
      id: ID.member,
      body: { schema: MemberChange, isChange: true, example: { name: "Ravi K Menon" } },
      answer: { status: 200, schema: v.object({ user: member }) },
      also: [409],
      run: async ({ tenant, user, id, input, context, request, server }) => {
        const owners = await listOwnerEmails(tenant);
        const changed = await changeMember(tenant, id, input, request.signal);
        const args = { context, request, server, tenant };
        if ("email" in input) await mailVerification(args, changed.email);
        if ("password" in input && input.password) {
          logEvent(args, "password changed", { user: id, agency: tenant.agencyId });
          notify(context, passwordNotice(changed.email));
        }
        if (changed.role === "owner" && !owners.includes(changed.email) && "role" in input) {
          await notifyOfOwner(args, user, changed);
        }
        return { user: changed };
      },
    }),
    call({
      name: "removeMember",
      method: "DELETE",
      path: "/api/users/team/:id",
      summary: "Remove a member",
      about: "Their entries stay. Returns 409 if you remove yourself or the last owner.",
      who: "manage team",
      id: ID.member,
      answer: { status: 200, schema: deleted },
      also: [409],
      run: async ({ tenant, id }) => {
        await removeMember(tenant, id);
        return { message: "Team member deleted successfully" };
      },
    }),
  ],
};
