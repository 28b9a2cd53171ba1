import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { Account } from "../../server/mail/account.ts";

/** The step of the conversation at which a mail server disconnects. */
export type Phase = "greeting" | "mail" | "rcpt" | "data" | "dot";

/** How a mail server treats incoming mails; it accepts them by default. */
export interface Manners {
  dropAt?: Phase;
  refuse?: { at: "mail" | "rcpt" | "dot"; code: number; text: string };
  login?: { user: string; pass: string };
}

type OnPhase = (phase: Phase | "taken" | "answered") => boolean;

export interface Taken {
  from: string;
  to: string[];
  raw: string;
  parse(): Promise<ParsedMail>;
}

/** An in-process mail server that saves what it accepts. */
export async function startMailServer(manners: Manners = {}) {
  const taken: Taken[] = [];
  const now = { ...manners };
  let onPhase: OnPhase = () => false;
  const drop = (session: { id: string }) => {
    for (const connection of sockets(server))
      if (connection.session?.id === session.id || connection.id === session.id)
        connection._socket?.destroy();
  };
  const meet =
    (at: Phase) =>
    (session: { id: string }, done: (error?: Error | null) => void): void => {
      if (onPhase(at)) return;
      const { refuse } = now;
      if (now.dropAt === at) drop(session);
      else if (refuse?.at !== at) done();
      else done(Object.assign(new Error(refuse.text), { responseCode: refuse.code }));
    };
  const server = new SMTPServer({
    authOptional: !manners.login,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onConnect: (session, done) => meet("greeting")(session, done),
    onAuth({ username, password }, _session, done) {
      const { user, pass } = now.login ?? {};
      if (username === user && password === pass) return done(null, { user: username });
      done(Object.assign(new Error("Not your password"), { responseCode: 535 }));
    },
    onMailFrom: (_, session, done) => meet("mail")(session, done),
    onRcptTo: (_, session, done) => meet("rcpt")(session, done),
    onData(stream, session, done) {
      if (onPhase("data")) return;
      if (now.dropAt === "data") {
        stream.resume();
        return drop(session);
      }
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const raw = Buffer.concat(parts);
        meet("dot")(session, (error) => {
          if (error) return done(error);
          const { mailFrom, rcptTo } = session.envelope;
          const mail = {
            from: mailFrom ? mailFrom.address : "",
            to: rcptTo.map(({ address }) => address),
            raw: raw.toString("utf8"),
            parse: () => simpleParser(raw),
          };
          taken.push(mail);
          if (onPhase("taken")) return;
          done(null);
          onPhase("answered");
        });
      });
    },
  });
  server.on("error", () => {}); // Dropped connections.
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const listener = server.listen(0, "127.0.0.1", resolve);
  await listening;
  const { port } = listener.address() as { port: number };
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    taken,
    become: (next: Manners) => Object.assign(now, { dropAt: undefined, refuse: undefined }, next),
    /** Called with each step of each conversation; returning true disconnects. */
    listen: (listener: OnPhase) => {
      onPhase = listener;
    },
    account: {
      key: "server",
      host: "127.0.0.1",
      port,
      secure: false,
      requireTLS: false,
      auth: manners.login,
      from: "billing@indigo.example",
      replyTo: "",
    } satisfies Account,
    end: () => new Promise<void>((done) => server.close(done)),
  };
}

export type MailHost = Awaited<ReturnType<typeof startMailServer>>;

interface Connection {
  id: string;
  session?: { id: string };
  _socket?: { destroy(): void };
}
const sockets = (server: SMTPServer) =>
  (server as unknown as { connections: Set<Connection> }).connections;
