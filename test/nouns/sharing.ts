import { json, type Noun } from "./noun.ts";

export const shareLink: Noun = {
  entity: "ShareLink",
  folder: "share-links",
  weight: 0,
  create: (_, { invoice }) => json("POST", "/share-links", { entity: "invoice", id: invoice }),
  remove: (id) => ({ method: "DELETE", path: `/share-links/${id}` }),
};
