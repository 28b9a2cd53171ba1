import * as v from "valibot";
import { changeNotificationMail, getNotificationMail } from "../../db/mail/dailyNotifications.ts";
import { listNotifications, readNotifications } from "../../db/notifications/notifications.ts";
import {
  NOTIFICATION_KINDS,
  type NotificationList,
  type NotificationMail,
  NotificationMailChange,
  ReadNotifications,
} from "../../domain/agencies/notifications.ts";
import { call, type Group } from "./call.ts";
import { count, createShape, id, isTrue, moment, rupees, text } from "./shapes.ts";

const list = createShape<NotificationList>()(
  v.object({
    items: v.array(
      v.object({
        _id: id,
        kind: v.picklist(NOTIFICATION_KINDS),
        at: moment,
        name: v.pipe(text, v.description("The person or address it is about")),
        label: v.pipe(text, v.description("The document's number, or a text")),
        amount: v.pipe(v.nullable(rupees), v.description("Rupees. Null if there is none.")),
        link: v.pipe(text, v.description("The page with its action")),
        isNew: isTrue,
        isOpen: v.pipe(
          isTrue,
          v.description("An e-mail to correct, a payment to approve, or a question"),
        ),
      }),
    ),
    count: v.pipe(count, v.description("Number of those that are new or open")),
  }),
);

const mail = createShape<NotificationMail>()(
  v.object({
    isOn: isTrue,
    email: text,
    isReady: v.pipe(isTrue, v.description("Whether the agency can send e-mails")),
  }),
);

export const notifications: Group = {
  title: "Notifications",
  about:
    "What happened without the user: an e-mail could not be delivered, a client opened a link, paid or " +
    "answered an estimate, or a payment awaits approval. Each member has their own read state.",
  schemas: {
    NotificationList: list,
    ReadNotifications,
    NotificationMail: mail,
    NotificationMailChange,
  },
  calls: [
    call({
      name: "listNotifications",
      method: "GET",
      path: "/api/notifications",
      summary: "List your notifications",
      about: "Open ones first, then the newest. Those about your own actions are left out.",
      who: "members",
      answer: { status: 200, schema: list },
      run: ({ tenant }) => listNotifications(tenant),
    }),
    call({
      name: "readNotifications",
      method: "POST",
      path: "/api/notifications/read",
      summary: "Mark your notifications as read",
      about:
        "Up to the one with the id `upTo`; all by default. Open ones stay open until they are done.",
      who: "everyone",
      body: { schema: ReadNotifications, example: {}, mayBeNone: true },
      answer: { status: 200, schema: list },
      run: ({ tenant, input }) => readNotifications(tenant, input),
    }),
    call({
      name: "getNotificationMail",
      method: "GET",
      path: "/api/notifications/mail",
      summary: "Get whether you get notifications by e-mail",
      who: "members",
      answer: { status: 200, schema: mail },
      run: ({ tenant, context }) => getNotificationMail(tenant, context.settings.mail),
    }),
    call({
      name: "changeNotificationMail",
      method: "PUT",
      path: "/api/notifications/mail",
      summary: "Get notifications by e-mail once a day",
      about:
        "At 9:00 in India, with what is new since the last e-mail and not read. Off by default.",
      who: "everyone",
      body: { schema: NotificationMailChange, example: { isOn: true } },
      answer: { status: 200, schema: mail },
      run: ({ tenant, input, context }) =>
        changeNotificationMail(tenant, input.isOn, context.settings.mail),
    }),
  ],
};
