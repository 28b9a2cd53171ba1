import { json, type Noun } from "./noun.ts";

export const metadata: Noun = {
  entity: "Metadata",
  weight: 1,
  onlyOne: "metadata",
  change: (_, { mark }) => json("PUT", "/metadata", { location: mark }),
  rows: `SELECT 'metadata' AS id, location AS mark, NULL AS paise FROM agencies
    WHERE location <> ''`,
  fields: ["location"],
};

export const member: Noun = {
  entity: "User",
  folder: "team",
  weight: 0,
  create: ({ mark, n }) =>
    json("POST", "/users/team", {
      name: mark,
      email: `member-${n}@${mark.replace(/\W/g, "")}.test`,
      password: "ravi's own",
    }),
  change: (id, { mark }) => json("PUT", `/users/team/${id}`, { name: mark }),
  remove: (id) => ({ method: "DELETE", path: `/users/team/${id}` }),
};

export const invitation: Noun = {
  entity: "Invitation",
  folder: "invitations",
  weight: 0,
  create: ({ mark, n }) =>
    json("POST", "/users/invitations", {
      name: mark,
      email: `guest-${n}@${mark.replace(/\W/g, "")}.test`,
      role: "accountant",
    }),
  remove: (id) => ({ method: "DELETE", path: `/users/invitations/${id}` }),
};

export const token: Noun = {
  entity: "Token",
  folder: "tokens",
  weight: 0,
  create: ({ mark }) => json("POST", "/tokens", { name: mark }),
  remove: (id) => ({ method: "DELETE", path: `/tokens/${id}` }),
};

export const lock: Noun = {
  entity: "Lock",
  weight: 0,
  onlyOne: "locks",
  // Dated before everything else, so that later writes stay allowed.
  change: (_, { mark }) => json("PUT", "/locks", { lockedTo: "1990-03-31", reason: mark }),
};

export const exception: Noun = {
  entity: "Exception",
  folder: "exceptions",
  weight: 0,
  remove: (id) => ({ method: "DELETE", path: `/locks/exceptions/${id}` }),
};
