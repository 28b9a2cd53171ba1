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
import { originOf } from "../http/address.ts";
import { call, type Group } from "./call.ts";
import { ID } from "./ids.ts";
import { count, dayIfAny, deleted, id, moment, shapeOf, text } from "./shapes.ts";

const momentOrEmpty = v.pipe(text, v.description('A moment, or "" before'));
const fields = {
  _id: id,
  entity: v.picklist(SHARED),
  id: v.pipe(id, v.description("The document’s")),
  number: text,
  expires: v.pipe(dayIfAny, v.description('Its last day; "" for one without an end')),
  state: v.picklist(["open", "ended"]),
  createdAt: moment,
  createdBy: v.object({ _id: id, name: text }),
  views: v.pipe(
    count,
    v.description(
      "How often it was in sight in a browser for 3 seconds; a mail scanner may do that",
    ),
  ),
  firstSeenAt: momentOrEmpty,
  lastSeenAt: momentOrEmpty,
  answer: v.pipe(
    v.nullable(v.object({ answer: v.picklist(ANSWERS), name: text, at: moment, shown: text })),
    v.description("What the client said of an estimate; `shown` is a hash of what they saw"),
  ),
};
const shareLink = shapeOf<ShareLink>()(v.object(fields));
const madeShareLink = shapeOf<MadeShareLink>()(
  v.object({ ...fields, url: v.pipe(text, v.description("The address; shown only here")) }),
);

export const links: Group = {
  title: "Share links",
  about:
    "Whoever has a link sees one invoice, note or estimate as it was sent, pays it by UPI or accepts it, " +
    "without signing in: `GET /s/{token}`, and its PDF at `/s/{token}/pdf`. A draft is not shown before it " +
    "is sent, and a cancelled document no more.",
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
      summary: "Make a link to a document",
      about:
        'It is open until 90 days after the due date, or to the day `expires`, or for `"never"` on. The ' +
        "address is shown only here, so the same `Idempotency-Key` cannot show it again: that is 409.",
      who: "members",
      body: {
        schema: NewShareLink,
        example: { entity: "invoice", id: ID.invoice, expires: "never" },
      },
      answer: { status: 201, schema: madeShareLink },
      also: [404],
      run: ({ tenant, input, context, request }) => {
        const linkTo = (token: string) => `${originOf(request, context.settings)}/s/${token}`;
        return addShareLink(tenant, input, linkTo);
      },
    }),
    call({
      name: "endShareLink",
      method: "DELETE",
      path: "/api/share-links/:id",
      summary: "End a link",
      about: "At once: whoever opens it is told so.",
      who: "members",
      id: ID.shareLink,
      answer: { status: 200, schema: deleted },
      run: async ({ tenant, id }) => {
        await endShareLink(tenant, id);
        return { message: "Link ended" };
      },
    }),
  ],
};
