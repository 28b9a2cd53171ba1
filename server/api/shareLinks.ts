import * as v from "valibot";
import { addShareLink, endShareLink, listShareLinks } from "../../db/sharing/shareLinks.ts";
import {
  ANSWERS,
  type MadeShareLink,
  NewShareLink,
  SHARED,
  type ShareLink,
  ShareLinkQuery,
} from "../../domain/sharing/shareLinks.ts";
import { resolveOrigin } from "../http/address.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { count, createShape, dayIfAny, deleted, id, moment, text } from "./shapes.ts";

const momentOrEmpty = v.pipe(text, v.description('A time, or "" before'));
const fields = {
  _id: id,
  entity: v.picklist(SHARED),
  id: v.pipe(id, v.description("Number of the document")),
  number: text,
  expires: v.pipe(dayIfAny, v.description('Last day; "" if it never expires')),
  state: v.picklist(["open", "ended"]),
  createdAt: moment,
  createdBy: v.object({ _id: id, name: text }),
  views: v.pipe(
    count,
    v.description("Times it was visible in a browser for 3 seconds; a mail scanner can cause this"),
  ),
  firstSeenAt: momentOrEmpty,
  lastSeenAt: momentOrEmpty,
  answer: v.pipe(
    v.nullable(v.object({ answer: v.picklist(ANSWERS), name: text, at: moment, shown: text })),
    v.description("The client's answer to an estimate; `shown` is a hash of what they saw"),
  ),
};
const shareLink = createShape<ShareLink>()(v.object(fields));
const madeShareLink = createShape<MadeShareLink>()(
  v.object({ ...fields, url: v.pipe(text, v.description("Address; shown only here")) }),
);

export const links: Group = {
  title: "Share links",
  about:
    "Anyone with a link can view one invoice, note or estimate as it was sent, pay it by UPI or " +
    "accept it, without signing in: `GET /s/{token}`, with its PDF at `/s/{token}/pdf`. Drafts " +
    "are not shown until they are sent, and cancelled documents are no longer shown.",
  schemas: { ShareLink: shareLink, MadeShareLink: madeShareLink, NewShareLink },
  calls: [
    call({
      name: "listShareLinks",
      method: "GET",
      path: "/api/share-links",
      summary: "List the links of a document, newest first",
      who: "members",
      query: { schemas: [ShareLinkQuery], example: `entity=invoice&id=${ID.invoice}` },
      answer: { status: 200, schema: v.object({ links: v.array(shareLink) }) },
      also: [404],
      run: async ({ tenant, query }) => ({ links: await listShareLinks(tenant, query) }),
    }),
    call({
      name: "addShareLink",
      method: "POST",
      path: "/api/share-links",
      summary: "Create a link to a document",
      about:
        "The link expires 90 days after the due date, or after the day in `expires`, or never " +
        'with `"never"`. The address is returned only here, so a retry with the same ' +
        "`Idempotency-Key` returns 409.",
      who: "members",
      body: {
        schema: NewShareLink,
        example: { entity: "invoice", id: ID.invoice, expires: "never" },
      },
      answer: { status: 201, schema: madeShareLink },
      also: [404],
      run: ({ tenant, input, context, request }) => {
        const linkTo = (token: string) => `${resolveOrigin(request, context.settings)}/s/${token}`;
        return addShareLink(tenant, input, linkTo);
      },
    }),
    call({
      name: "endShareLink",
      method: "DELETE",
      path: "/api/share-links/:id",
      summary: "Turn off a link",
      about: "Takes effect immediately: the link shows that it has ended.",
      who: "members",
      id: ID.shareLink,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await endShareLink(tenant, id);
        return { message: "Link turned off" };
      },
    }),
  ],
};
