import type { Invitation, MadeInvitation } from "../../domain/agencies/invitations.ts";
import type { Member } from "../../domain/agencies/team.ts";
import { formatDate, formatMoment } from "../../domain/dates.ts";
import { isPermitted, ROLE_NAMES, ROLES } from "../../domain/roles.ts";
import type { Api } from "../api.ts";
import { create } from "../create.ts";
import { EXIT, Failure, failUsage } from "../failure.ts";
import { printList } from "../listing.ts";
import { type GlobalOptions, open } from "../open.ts";
import { count, oneLine } from "../output.ts";
import type { Column } from "../table.ts";

type Row = Pick<Member, "_id" | "email" | "name" | "role"> & { since: string };

const COLUMNS: Column<Row>[] = [
  { title: "Name", text: ({ name }) => oneLine(name), minWidth: 6 },
  { title: "Email", text: ({ email }) => oneLine(email), minWidth: 10 },
  { title: "Role", text: ({ role }) => ROLE_NAMES[role] },
  { title: "Since", text: ({ since }) => since, dropOrder: 1 },
  { title: "Id", text: ({ _id }) => _id, dropOrder: 2 },
];

/** Lists members and invitations. Users who may not see invitations get the members. */
export async function listTeam(options: GlobalOptions): Promise<void> {
  const { api } = open(options);
  const { users } = await api.json<{ users: Member[] }>("/users/team", "users");
  const { user } = await api.json<{ user: Member }>("/auth/me", "user");
  const invitations = isPermitted(user.role, "manage team") ? await fetchInvitations(api) : [];
  const rows: Row[] = [
    ...users.map((member) => ({ ...member, since: formatDate(member.createdAt.slice(0, 10)) })),
    ...invitations.map((one) => ({
      ...one,
      since: `invited, until ${formatMoment(one.expiresAt)}`,
    })),
  ];
  const invited = invitations.length > 0 ? `, ${invitations.length} invited` : "";
  const footer = () => `${count(users.length, "member")}${invited}`;
  await printList({ users, invitations }, rows, COLUMNS, options, footer);
}

const fetchInvitations = async (api: Api): Promise<Invitation[]> =>
  (await api.json<{ invitations: Invitation[] }>("/users/invitations", "invitations")).invitations;

export interface InviteOptions extends GlobalOptions {
  name?: string;
  role?: string;
}

export async function inviteMember(email: string, options: InviteOptions): Promise<void> {
  const { name, role = "staff" } = options;
  if (!name) throw failUsage("--name is missing", "enter the name of the person you invite");
  const known = ROLES.find((one) => one === role.toLowerCase());
  if (!known) throw failUsage(`--role ${role} is not known`, `write ${ROLES.join(", ")}`);
  const { api, output } = open(options);
  const { answer } = await create<MadeInvitation>(
    api,
    { again: true },
    {
      command: "team invite",
      path: "/users/invitations",
      key: "url",
      body: { email, name, role: known },
    },
  );
  await output.result(answer, () => answer.url);
}

export async function revokeInvitation(typed: string, options: GlobalOptions): Promise<void> {
  const { api, output } = open(options);
  const invitations = await fetchInvitations(api);
  const found = invitations.find(
    ({ _id, email }) => _id === typed || email === typed.toLowerCase().trim(),
  );
  if (!found)
    throw new Failure(EXIT.missing, `there is no invitation for ${typed}`, "see bahi team list");
  const answer = await api.json<{ message: string }>(`/users/invitations/${found._id}`, "message", {
    method: "DELETE",
  });
  await output.result(answer, () => `Withdrew the invitation for ${oneLine(found.email)}`);
}
