import * as v from "valibot";
import { emailIfAny, optionalLine, strictObject } from "../fields.ts";
import { addressFault } from "./mailInput.ts";

/** The mail server that all agencies share, from the environment. */
export interface MailServer {
  /** smtp://USER:PASSWORD@HOST:PORT, or smtps://; "" for none. */
  url: string;
  /** The address that mails come from: one that the account may use. */
  from: string;
  /** Whether an agency may name a mail server of its own. */
  isPerAgency: boolean;
  /** Whether that may be a host of the server's own network. */
  mayBePrivate?: boolean;
  /** Mails that an agency may send in a day; MAILS_PER_DAY if left out. */
  perDay?: number;
  /**
   * Where clients find this server, `https://books.example`: for links in mails that go by themselves. Left
   * out or "", those have none.
   */
  origin?: string;
}

export const MAILS_PER_DAY = 500;

export const SECURITIES = ["TLS", "STARTTLS", "NONE"] as const;
export type Security = (typeof SECURITIES)[number];

/** As people read it. */
export const SECURITY_NAMES: Record<Security, string> = {
  TLS: "TLS from the start (port 465)",
  STARTTLS: "STARTTLS (port 587)",
  NONE: "None: not encrypted",
};

/** An agency's own account at a mail server. Its password is never shown. */
export interface OwnAccount {
  host: string;
  port: number;
  security: Security;
  username: string;
  hasPassword: boolean;
  /** The address that mails come from. */
  from: string;
}

/** By which account an agency's mails go. */
export interface MailSettings {
  /** Whose account is used; "none" where mails cannot be sent. */
  source: "server" | "agency" | "none";
  /** The address that mails come from; "" for none. */
  from: string;
  /** Where replies go; "" for whoever sends a mail. */
  replyTo: string;
  /** Whether the server lets an agency name an account of its own. */
  mayBeOwn: boolean;
  own: OwnAccount | null;
  /** The last test that worked since the settings were changed, and what the mail server said. */
  tested: { at: string; answer: string } | null;
}

const PORT = "Port must be a whole number from 1 to 65535";
const HOST = /^[a-z\d]([a-z\d.-]{0,198}[a-z\d])?$/i;

/** An empty password stays the one of before. */
export const NewOwnAccount = strictObject({
  host: v.pipe(
    v.string("Host is required"),
    v.trim(),
    v.regex(HOST, "Host must be the name or address of a mail server"),
  ),
  port: v.pipe(v.number(PORT), v.integer(PORT), v.minValue(1, PORT), v.maxValue(65_535, PORT)),
  security: v.picklist(SECURITIES, `Security must be one of ${SECURITIES.join(", ")}`),
  username: optionalLine("User name"),
  password: v.optional(
    v.pipe(v.string("Password must be text"), v.maxLength(500, "Password is too long")),
    "",
  ),
  from: v.pipe(
    v.string("From is required"),
    v.trim(),
    v.check((text) => addressFault(text) === undefined, "From must be a whole address"),
  ),
});
export type NewOwnAccount = v.InferOutput<typeof NewOwnAccount>;

/** Fields that are left out stay; `own: null` goes back to the server's account. */
export const MailSettingsChange = strictObject({
  replyTo: v.optional(emailIfAny),
  own: v.optional(v.nullable(NewOwnAccount)),
});
export type MailSettingsChange = v.InferOutput<typeof MailSettingsChange>;
