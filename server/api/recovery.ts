import * as v from "valibot";
import {
  countRequest,
  getEmailState,
  requestReset,
  requestVerification,
  resetPassword,
  verifyEmail,
} from "../../db/agencies/recovery.ts";
import { formatTrace } from "../../db/engine/errors.ts";
import {
  EmailLink,
  ForgottenPassword,
  forgottenText,
  PasswordReset,
  passwordNotice,
  resetNotice,
  verifyNotice,
} from "../../domain/agencies/recovery.ts";
import { resolveOrigin } from "../http/address.ts";
import { call, type Requested } from "./call.ts";
import { logEvent, notify } from "./security.ts";
import { deleted, isTrue, text } from "./shapes.ts";
import { toVisitor } from "./visitor.ts";

const TOKEN = "c2hvd24gb25seSB0aGlzIG9uY2UsIHRvIHRoZSBvd25lcg";
const LINK =
  "The token is the part of the link after the #. Returns 409 if the link has expired or was " +
  "used. Wrong tokens count as guesses.";

export const recoveryCalls = [
  call({
    name: "requestReset",
    method: "POST",
    path: "/api/auth/forgot",
    summary: "Send a link that resets a password",
    about:
      "The response is the same for every email. An email with an account gets a link that works " +
      "once, for 30 minutes. If the server has no mail account, its operator creates the link. " +
      "Returns 429 after ten requests in an hour from one address.",
    who: "open",
    body: { schema: ForgottenPassword, example: { email: "asha@indigo.example" } },
    answer: { status: 200, schema: deleted },
    also: [429],
    run: async (args) => {
      const { context, input } = args;
      const { notices } = context;
      await countRequest(context.books, toVisitor(args));
      // Not awaited, because its duration would reveal whether the account exists.
      if (notices.isOn) void mailReset(args, input.email);
      return { message: forgottenText(input.email, notices.isOn) };
    },
  }),
  call({
    name: "resetPassword",
    method: "POST",
    path: "/api/auth/reset",
    summary: "Set a new password with a link",
    about:
      "Ends all sessions and access tokens of the person, and verifies the email. Sign in with the new " +
      `password afterwards. ${LINK}`,
    who: "open",
    body: {
      schema: PasswordReset,
      example: { token: TOKEN, password: "madder and marigold" },
    },
    answer: { status: 200, schema: v.object({ message: text, email: text }) },
    also: [409, 429],
    run: async (args) => {
      const email = await resetPassword(args.context.books, args.input, toVisitor(args));
      logEvent(args, "password reset", { email });
      notify(args.context, passwordNotice(email));
      return { email, message: "Password changed" };
    },
  }),
  call({
    name: "verifyEmail",
    method: "POST",
    path: "/api/auth/email/verify",
    summary: "Verify an email with a link",
    about: LINK,
    who: "open",
    body: { schema: EmailLink, example: { token: TOKEN } },
    answer: { status: 200, schema: v.object({ message: text, email: text }) },
    also: [409, 429],
    run: async (args) => {
      const email = await verifyEmail(args.context.books, args.input.token, toVisitor(args));
      logEvent(args, "email verified", { email });
      return { email, message: "Email verified" };
    },
  }),
  call({
    name: "getEmail",
    method: "GET",
    path: "/api/auth/email",
    summary: "Get your email and whether it is verified",
    who: "everyone",
    answer: {
      status: 200,
      schema: v.object({
        email: text,
        isVerified: v.pipe(isTrue, v.description("Always true if the server has no mail account")),
        lostEmail: v.pipe(
          text,
          v.description('Your previous email, if another person has verified it; otherwise ""'),
        ),
      }),
    },
    run: async ({ context, tenant }) => {
      const state = await getEmailState(tenant);
      return { ...state, isVerified: state.isVerified || !context.notices.isOn };
    },
  }),
  call({
    name: "requestVerification",
    method: "POST",
    path: "/api/auth/email/send",
    summary: "Send a link that verifies your email",
    about: "The link works once, for 3 days. A verified email gets no link.",
    who: "everyone",
    answer: { status: 200, schema: deleted },
    run: async (args) => {
      await mailVerification(args, args.user.email);
      return { message: "A link is on its way. Check your spam folder too." };
    },
  }),
];

async function mailReset({ context, request }: Requested, email: string): Promise<void> {
  const { books, log, notices, settings } = context;
  try {
    const token = await requestReset(books, email);
    if (token)
      notices.send(resetNotice(email, `${resolveOrigin(request, settings)}/reset#${token}`));
  } catch (error) {
    log.error("A reset link could not be created", { trace: formatTrace(error) });
  }
}

/** Mails a link that verifies an email, if the server can and it is not verified. */
export async function mailVerification(
  { context, request }: Pick<Requested, "context" | "request">,
  email: string,
): Promise<void> {
  const { books, notices, settings } = context;
  const token = notices.isOn && (await requestVerification(books, email));
  if (token)
    notices.send(verifyNotice(email, `${resolveOrigin(request, settings)}/verify#${token}`));
}
