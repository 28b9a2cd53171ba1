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
import { originOf } from "../http/address.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { mailVerification } from "./recovery.ts";
import { logEvent, notify, notifyOfOwner } from "./security.ts";
import { deleted, id, isTrue, moment, shapeOf, text } from "./shapes.ts";

const member = shapeOf<Member>()(
  v.object({ _id: id, name: text, email: text, role: v.picklist(ROLES), createdAt: moment }),
);

const invitation = shapeOf<Invitation>()(
  v.object({
    ...{ _id: id, name: text, email: text, role: v.picklist(ROLES) },
    ...{ createdAt: moment, expiresAt: moment },
  }),
);
const madeInvitation = shapeOf<MadeInvitation>()(
  v.object({
    invitation,
    url: v.pipe(text, v.description("The link; shown only here")),
    isMailed: v.pipe(
      isTrue,
      v.description("Whether the server has mailed a link to the person, too"),
    ),
  }),
);

export const team: Group = {
  title: "Team",
  about:
    "A removed member's token ends at once, as does that of one whose password an owner sets; " +
    "a changed role counts from the next call.",
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
      summary: "Add a member",
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
      summary: "List the invitations that can still be used",
      who: "manage team",
      answer: { status: 200, schema: v.object({ invitations: v.array(invitation) }) },
      run: async ({ tenant }) => ({ invitations: await listInvitations(tenant) }),
    }),
    call({
      name: "addInvitation",
      method: "POST",
      path: "/api/users/invitations",
      summary: "Invite somebody",
      about:
        "By a link that is used once, within 7 days; whoever is in another agency already joins with " +
        "their password. Inviting the same email again withdraws the link before. The link is shown only " +
        "here, so the same `Idempotency-Key` cannot show it again: that is 409.",
      who: "manage team",
      body: {
        schema: NewInvitation,
        example: { name: "Meera Rao", email: "meera@rao.example", role: "accountant" },
      },
      answer: { status: 201, schema: madeInvitation },
      run: async ({ tenant, user, input, context, request }) => {
        const linkTo = (token: string) => `${originOf(request, context.settings)}/join#${token}`;
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
      about: "Its link can be used no more.",
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
      summary: "Change a member",
      about:
        "A password that is left out or empty stays. The last owner stays one, and email and password of " +
        "whoever is in another agency too are their own: 409.",
      who: "manage team",
      id: ID.member,
      body: { schema: MemberChange, isChange: true, example: { name: "Ravi K Menon" } },
      answer: { status: 200, schema: v.object({ user: member }) },
      also: [409],
      run: async ({ tenant, user, id, input, context, request, server }) => {
        const owners = await listOwnerEmails(tenant);
        const changed = await changeMember(tenant, id, input, request.signal);
        const asked = { context, request, server, tenant };
        if ("email" in input) await mailVerification(asked, changed.email);
        if ("password" in input && input.password) {
          logEvent(asked, "password changed", { user: id, agency: tenant.agencyId });
          notify(context, passwordNotice(changed.email));
        }
        if (changed.role === "owner" && !owners.includes(changed.email) && "role" in input) {
          await notifyOfOwner(asked, user, changed);
        }
        return { user: changed };
      },
    }),
    call({
      name: "removeMember",
      method: "DELETE",
      path: "/api/users/team/:id",
      summary: "Remove a member",
      about: "What they entered stays. Nobody removes themselves, nor the last owner: 409.",
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
