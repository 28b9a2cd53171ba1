import * as v from "valibot";
import { addMember, changeMember, listMembers, removeMember } from "../../db/agencies/team.ts";
import { type Member, MemberChange, NewMember } from "../../domain/agencies/team.ts";
import { ROLES } from "../../domain/roles.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { deleted, id, moment, shapeOf, text } from "./shapes.ts";

const member = shapeOf<Member>()(
  v.object({ _id: id, name: text, email: text, role: v.picklist(ROLES), createdAt: moment }),
);

export const team: Group = {
  title: "Team",
  about:
    "A removed member's token ends at once, as does that of one whose password an owner sets; " +
    "a changed role counts from the next call.",
  schemas: { Member: member, NewMember },
  calls: [
    call({
      name: "listMembers",
      method: "GET",
      path: "/api/users/team",
      summary: "List the team",
      who: "manage team",
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
      run: async ({ tenant, input, request }) => ({
        user: await addMember(tenant, input, request.signal),
      }),
    }),
    call({
      name: "changeMember",
      method: "PUT",
      path: "/api/users/team/:id",
      summary: "Change a member",
      about:
        "A password that is left out or empty stays. The last owner cannot be made staff: 409.",
      who: "manage team",
      id: ID.member,
      body: { schema: MemberChange, isChange: true, example: { name: "Ravi K Menon" } },
      answer: { status: 200, schema: v.object({ user: member }) },
      also: [409],
      run: async ({ tenant, id, input, request }) => ({
        user: await changeMember(tenant, id, input, request.signal),
      }),
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
