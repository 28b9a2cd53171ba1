/** How an invoice gets to its client. */
export const SEND_WAYS = ["EMAIL", "WHATSAPP", "LINK", "PDF"] as const;
export const SEND_WAY_NAMES: Record<SendWay | "", string> = {
  "": "Not known",
  EMAIL: "E-mail",
  WHATSAPP: "WhatsApp",
  LINK: "Link",
  PDF: "PDF",
};
export type SendWay = (typeof SEND_WAYS)[number];

/** Actions of Send Invoice besides marking it as sent; "" asks how it gets to the client. */
export const SEND_BY = ["", "EMAIL"] as const;

export const SEND_BY_NAMES: Record<(typeof SEND_BY)[number], string> = {
  "": "Ask how it gets to the client",
  EMAIL: "E-mail it",
};
