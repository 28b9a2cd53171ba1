import type { Command } from "commander";
import { add, all, withCsv } from "./options.ts";

const loadTeam = () => import("./commands/team.ts");

export function addTeam(program: Command): void {
  add(
    program,
    "agency",
    "show the agency, or set its legal form (owners)",
    "bahi agency --constitution llp",
    `The legal form determines how statements show capital, income tax and
drawings. Until you set it, it follows from the PAN in the GSTIN.`,
  )
    .option("--constitution <form>", "proprietor, partnership, llp or company")
    .action(async (_, command) => (await import("./commands/agency.ts")).showAgency(all(command)));

  const team = add(program, "team", "who is in the agency, and who is invited", "bahi team list");

  withCsv(
    add(
      team,
      "list",
      "list members and unused invitations (owners and accountants)",
      "bahi team list",
    ),
  ).action(async (_, command) => (await loadTeam()).listTeam(all(command)));

  add(
    team,
    "invite",
    "create an invitation link that works once, within 7 days (owners)",
    "bahi team invite vinod@ledgers.example --name 'Vinod Rao' --role accountant",
    "The link is printed once. Inviting the same address again withdraws the earlier link.",
  )
    .argument("<email>", "the e-mail address of the person to invite")
    .option("--name <name>", "their name")
    .option("--role <role>", "staff, accountant or owner", "staff")
    .action(async (email, _, command) => (await loadTeam()).inviteMember(email, all(command)));

  add(
    team,
    "revoke",
    "withdraw an unused invitation (owners)",
    "bahi team revoke vinod@ledgers.example",
  )
    .argument("<email>", "of the invitation, or its id")
    .action(async (typed, _, command) => (await loadTeam()).revokeInvitation(typed, all(command)));
}
