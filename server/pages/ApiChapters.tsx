import type { ReactNode } from "react";
import { ITEMS_MAX } from "../../domain/documents/invoiceInput.ts";
import { MANY_MAX } from "../../domain/fields.ts";
import { formatPaise, groupIndian, LARGEST_AMOUNT } from "../../domain/money.ts";
import { ASHA } from "../api/auth.ts";
import { EXAMPLES, WORDS } from "../api/document.ts";
import { writeJson } from "../api/json.ts";
import { Code } from "./ApiParts.tsx";

const START = `export BAHI_SERVER=http://127.0.0.1:3000
export BAHI_TOKEN=$(curl -s "$BAHI_SERVER/api/auth/login" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(ASHA)}' |
  sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

curl "$BAHI_SERVER/api/accounts" -H "Authorization: Bearer $BAHI_TOKEN"`;

const AGAIN = `curl "$BAHI_SERVER/api/accounts" \\
  -H "Authorization: Bearer $BAHI_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: till-of-2026' \\
  -d '{"name": "Till", "type": "Cash"}'`;

/** What holds for every call, told once. */
export const CHAPTERS: { id: string; title: string; text: ReactNode }[] = [
  {
    id: "signing-in",
    title: "Sign in",
    text: (
      <>
        <p>
          Every call but signing in, registration and <code>/healthz</code> carries{" "}
          <code>Authorization: Bearer</code> and a token. A token is a person&apos;s, and with it
          comes their agency and their role. It lives 7 days, and ends at once when they are removed
          or change their password; a changed role counts from the next call. There is no cookie.
        </p>
        <p>
          For a script that runs by itself, make an access token: in Profile, by{" "}
          <code>bahi tokens create</code>, or by <code>addToken</code>. It is carried in the same
          header, lives until you revoke it, and can only read: a call that would change anything is
          answered 403.
        </p>
        <Code title="Start" of="a shell that has signed in" text={START} isShell />
        <p>
          With the demo running (<code>bun start --demo</code>) this works as it stands, and the
          examples below go on from here; ids are yours to put in. The terminal&apos;s{" "}
          <code>bahi</code> reads the same two variables and needs both: it sends the token to{" "}
          <code>BAHI_SERVER</code> and nowhere else. This token can write; unset it before you use{" "}
          <code>bahi --as</code> for another agency, which is refused while it is set.
        </p>
      </>
    ),
  },
  {
    id: "roles",
    title: "Who may",
    text: (
      <p>
        An agency has owners, staff and accountants. Each call says who may make it; anybody else
        gets 403. Things of another agency are answered exactly like things that do not exist: 404.
      </p>
    ),
  },
  {
    id: "money",
    title: "Money",
    text: (
      <p>
        A JSON number of rupees with at most 2 decimals, up to {formatPaise(LARGEST_AMOUNT)}:{" "}
        <code>45000.5</code> is ₹45,000.50. Nothing is rounded on the way in: a third decimal is
        refused, and so is an amount as text. Inside, money is a whole number of paise.
      </p>
    ),
  },
  {
    id: "dates",
    title: "Dates and moments",
    text: (
      <p>
        A business date is a day of India&apos;s calendar, <code>2026-04-01</code>, without time or
        zone. A moment (<code>createdAt</code>, <code>at</code>) is ISO 8601 in UTC. Periods hold
        both of their ends; a <code>dateFrom</code> after <code>dateTo</code> is 400.
      </p>
    ),
  },
  {
    id: "texts",
    title: "Texts and ids",
    text: (
      <p>
        Text is kept as typed, trimmed at both ends, in NFC; control characters are refused, except
        line breaks in notes, terms and addresses. An empty text is <code>&quot;&quot;</code>. An
        id, <code>_id</code>, is an opaque string.
      </p>
    ),
  },
  {
    id: "lists",
    title: "Lists",
    text: (
      <p>
        <code>page</code> counts from 1, <code>limit</code> goes from 1 to 100. The answer has{" "}
        <code>items</code>, their <code>total</code> and <code>totalPages</code>; a page past the
        end is empty. <code>q</code> finds a part of a text in whatever case, and <code>%</code>,{" "}
        <code>_</code> and quotes are ordinary characters. An empty parameter is none.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Making and changing",
    text: (
      <p>
        A PUT changes the fields that it sends and leaves the rest. Unknown fields are ignored.
        Totals, numbers, statuses, roles and owners of things are the server&apos;s, whatever is
        sent. A delete answers <code>message</code>.
      </p>
    ),
  },
  {
    id: "refusals",
    title: "Refusals",
    text: (
      <>
        <p>
          <code>message</code> is a sentence for a person, and that of the first wrong field;{" "}
          <code>errors</code> names each field by its path.
        </p>
        <Code title="Answer 400" of="a refusal" text={writeJson(EXAMPLES.addInvoice?.[400])} />
        <dl className="api-refusals">
          {Object.entries(WORDS)
            .filter(([status]) => Number(status) >= 400)
            .map(([status, words]) => (
              <div key={status}>
                <dt>{status}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          <div>
            <dt>500</dt>
            <dd>Something went wrong. The answer has a requestId, which the log knows</dd>
          </div>
          <div>
            <dt>503</dt>
            <dd>The books cannot be written or read just now</dd>
          </div>
        </dl>
        <p>
          429 and 503 say in <code>Retry-After</code> how many seconds to wait. Exports, PDFs and
          checks of the books wait their turn where many are asked for at once, and are 429 where
          too many wait. Every answer has an <code>X-Request-Id</code>.
        </p>
      </>
    ),
  },
  {
    id: "again",
    title: "Asking again",
    text: (
      <>
        <p>
          A call that creates something takes an <code>Idempotency-Key</code> of 1 to 255
          characters. A key is valid for 24 hours and as long as its result exists. Until then the
          same key with the same body returns the first response and creates nothing; with another
          body it returns 409. Bodies are compared as JSON, so white space and the order of fields
          do not matter. If the result was undone, deleted or cancelled, the same request creates it
          again; a batch counts as long as one of its records exists. Each user has their own keys.
        </p>
        <Code title="Ask, as often as it takes" of="an account once" text={AGAIN} isShell />
      </>
    ),
  },
  {
    id: "meanwhile",
    title: "Changed meanwhile",
    text: (
      <p>
        A change of an account, a category, a transaction, a client, an invoice, a member or
        settings may bring, as <code>seen</code>, the fields as you have read them. If somebody has
        changed one of them since, nothing is written and the answer is 409: it says who changed
        what, and its <code>errors</code> name the path <code>seen</code>. Without <code>seen</code>{" "}
        the last change holds.
      </p>
    ),
  },
  {
    id: "servers",
    title: "Several servers",
    text: (
      <p>
        Where several servers serve the same books from copies, every answer says in{" "}
        <code>X-Bahi-Position</code> how far they had come. Send the number back with the next call,
        and no server answers from an earlier state. While the database that is written to is away,
        reads are answered as far as a server&apos;s copy has come; others, and writes, get 503.
      </p>
    ),
  },
  {
    id: "limits",
    title: "Limits",
    text: (
      <p>
        A JSON body holds 1 MB, that of a batch of receipts 8 MB, a form 16 MB, a CSV 512 MB. A
        batch has at most {groupIndian(MANY_MAX)} receipts, an invoice {groupIndian(ITEMS_MAX)}{" "}
        items. After ten wrong passwords in 15 minutes, sign-in with that email is blocked from that
        address; after 300, sign-in from the address. There is no other rate limit.
      </p>
    ),
  },
];
