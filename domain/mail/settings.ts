import * as v from "valibot";
import { emailIfAny, oneOf, optionalLine, strictObject } from "../fields.ts";
import { addressFault } from "./mailInput.ts";

/** The mail server shared by all agencies, from the environment. */
export interface MailServer {
  /** smtp://USER:PASSWORD@HOST:PORT, or smtps://; "" for none. */
  url: string;
  /** The sender address, which the account must be allowed to use. */
  from: string;
  /** Whether agencies can use their own mail server. */
  isPerAgency: boolean;
  /** Whether that server can be in our own network. */
  mayBePrivate?: boolean;
  /** Maximum e-mails per agency and day. Defaults to MAILS_PER_DAY. */
  perDay?: number;
  /**
   * Public address of this server, `https://books.example`, for links in automatic e-mails. Without it,
   * they have no links.
   */
  origin?: string;
}

export const MAILS_PER_DAY = 500;

export const SECURITIES = ["TLS", "STARTTLS", "NONE"] as const;
export type Security = (typeof SECURITIES)[number];

export const SECURITY_NAMES: Record<Security, string> = {
  TLS: "TLS from the start (port 465)",
  STARTTLS: "STARTTLS (port 587)",
  NONE: "None: not encrypted",
};

/** An agency's own account on a mail server. Its password is never shown. */
export interface OwnAccount {
  host: string;
  port: number;
  security: Security;
  username: string;
  hasPassword: boolean;
  /** The sender address. */
  from: string;
}

/** The account that sends an agency's e-mails. */
export interface MailSettings {
  /** Owner of the account; "none" if e-mail is not set up. */
  source: "server" | "agency" | "none";
  /** The sender address, or "". */
  from: string;
  /** Address for replies; "" for the user who sends the e-mail. */
  replyTo: string;
  /** Whether the server lets agencies use their own account. */
  mayBeOwn: boolean;
  own: OwnAccount | null;
  /** The last successful test since the settings changed, and the mail server's reply. */
  tested: { at: string; answer: string } | null;
}

const PORT = "Port must be a whole number from 1 to 65535";
const HOST = /^[a-z\d]([a-z\d.-]{0,198}[a-z\d])?$/i;

/** An empty password keeps the current one. */
export const NewOwnAccount = strictObject({
  host: v.pipe(
    v.string("Host is required"),
    v.trim(),
    v.regex(HOST, "Host must be the name or address of a mail server"),
  ),
  port: v.pipe(v.number(PORT), v.integer(PORT), v.minValue(1, PORT), v.maxValue(65_535, PORT)),
  security: oneOf("Security", SECURITIES),
  username: optionalLine("User name"),
  password: v.optional(
    v.pipe(v.string("Password must be text"), v.maxLength(500, "Password is too long")),
    "",
  ),
  from: v.pipe(
    v.string("From is required"),
    v.trim(),
    v.check((text) => addressFault(text) === undefined, "From must be a complete address"),
  ),
});
export type NewOwnAccount = v.InferOutput<typeof NewOwnAccount>;

/** Fields left out are unchanged; `own: null` returns to the server's account. */
export const MailSettingsChange = strictObject({
  replyTo: v.optional(emailIfAny),
  own: v.optional(v.nullable(NewOwnAccount)),
});
export type MailSettingsChange = v.InferOutput<typeof MailSettingsChange>;
