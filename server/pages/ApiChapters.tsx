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

/** The chapters that apply to every call. */
export const CHAPTERS: { id: string; title: string; text: ReactNode }[] = [
  {
    id: "signing-in",
    title: "Sign in",
    text: (
      <>
        <p>
          Send <code>Authorization: Bearer TOKEN</code> with every request except sign-in,
          registration and <code>/healthz</code>. A session token belongs to one user in one agency.
          It expires after 7 days, or when the user is removed or changes their password. Role
          changes apply to the next request. bahi uses no cookies.
        </p>
        <p>
          For scripts, create an access token in your profile, with <code>bahi tokens create</code>{" "}
          or with <code>addToken</code>. It works until you revoke it and is read-only: other
          requests return 403.
        </p>
        <Code title="Start" of="sign in from a shell" text={START} isShell />
        <p>
          With the demo running (<code>bun start --demo</code>) this works as shown, and the
          examples below continue from here; replace the ids with yours. The <code>bahi</code>{" "}
          command reads the same two variables and needs both: it sends the token only to{" "}
          <code>BAHI_SERVER</code>. This token can write. Unset it before you use{" "}
          <code>bahi --as</code> for another agency, which fails while it is set.
        </p>
      </>
    ),
  },
  {
    id: "roles",
    title: "Permissions",
    text: (
      <p>
        An agency has owners, staff and accountants. Each call lists who can use it; anyone else
        gets 403. Records of another agency return 404, like records that do not exist.
      </p>
    ),
  },
  {
    id: "money",
    title: "Money",
    text: (
      <p>
        A JSON number of rupees with at most 2 decimals, up to {formatPaise(LARGEST_AMOUNT)}:{" "}
        <code>45000.5</code> is ₹45,000.50. Nothing is rounded: a third decimal or an amount as text
        returns 400. bahi stores money as a whole number of paise.
      </p>
    ),
  },
  {
    id: "dates",
    title: "Dates and times",
    text: (
      <p>
        A business date is a calendar day in India, such as <code>2026-04-01</code>, without time or
        time zone. A time (<code>createdAt</code>, <code>at</code>) is ISO 8601 in UTC. Periods
        include both ends; a <code>dateFrom</code> after <code>dateTo</code> returns 400.
      </p>
    ),
  },
  {
    id: "texts",
    title: "Texts and ids",
    text: (
      <p>
        Text is stored as entered, trimmed at both ends, in NFC. Control characters are rejected,
        except line breaks in notes, terms and addresses. An empty text is <code>&quot;&quot;</code>
        . An id, <code>_id</code>, is an opaque string.
      </p>
    ),
  },
  {
    id: "lists",
    title: "Lists",
    text: (
      <p>
        <code>page</code> counts from 1; <code>limit</code> is 1 to 100. The response has{" "}
        <code>items</code>, their <code>total</code> and <code>totalPages</code>; a page past the
        end is empty. <code>q</code> finds part of a text, ignoring case; <code>%</code>,{" "}
        <code>_</code> and quotes are ordinary characters. Empty parameters are ignored.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Creating and updating",
    text: (
      <p>
        A PUT updates the fields you send and keeps the others. Unknown fields are ignored. The
        server sets totals, numbers, statuses, roles and owners of records, whatever you send. A
        DELETE returns <code>message</code>.
      </p>
    ),
  },
  {
    id: "refusals",
    title: "Errors",
    text: (
      <>
        <p>
          <code>message</code> is a sentence for a person about the first invalid field;{" "}
          <code>errors</code> names each field by its path.
        </p>
        <Code title="Response 400" of="an error" text={writeJson(EXAMPLES.addInvoice?.[400])} />
        <dl className="api-refusals">
          {Object.entries(WORDS)
            .filter(([status]) => Number(status) >= 400)
            .map(([status, words]) => (
              <div className="grid py-4 line-above text-13" key={status}>
                <dt>{status}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          <div className="grid py-4 line-above text-13">
            <dt>500</dt>
            <dd>Something went wrong. Find the requestId of the response in the server log</dd>
          </div>
          <div className="grid py-4 line-above text-13">
            <dt>503</dt>
            <dd>The books cannot be read or written at the moment</dd>
          </div>
        </dl>
        <p>
          Responses 429 and 503 give the seconds to wait in <code>Retry-After</code>. Exports, PDFs
          and checks of the books are queued; if too many are waiting, they return 429. Every
          response has an <code>X-Request-Id</code>.
        </p>
      </>
    ),
  },
  {
    id: "again",
    title: "Retries",
    text: (
      <>
        <p>
          A call that creates something accepts an <code>Idempotency-Key</code> of 1 to 255
          characters. A key is valid for 24 hours and as long as its result exists. Until then the
          same key with the same body returns the first response and creates nothing; with another
          body it returns 409. Bodies are compared as JSON, so white space and the order of fields
          do not matter. If the result was undone, deleted or cancelled, the same request creates it
          again; a batch counts as long as one of its records exists. Each user has their own keys.
        </p>
        <Code title="Safe to retry" of="create an account once" text={AGAIN} isShell />
      </>
    ),
  },
  {
    id: "meanwhile",
    title: "Concurrent edits",
    text: (
      <p>
        When you update an account, category, transaction, client, invoice, member or settings, you
        can send the fields as you last read them in <code>seen</code>. If another user has changed
        one of them since, nothing is written and the response is 409: it says who changed what, and{" "}
        <code>errors</code> has the path <code>seen</code>. Without <code>seen</code>, the last
        update wins.
      </p>
    ),
  },
  {
    id: "servers",
    title: "Several servers",
    text: (
      <p>
        If several servers read the same books from replicas, every response gives the position of
        its data in <code>X-Bahi-Position</code>. Send that number with your next request, and no
        server returns older data. If the primary database is unavailable, reads return the
        replica&apos;s latest state; writes, and reads that need newer data, return 503.
      </p>
    ),
  },
  {
    id: "limits",
    title: "Limits",
    text: (
      <p>
        A JSON body can be up to 1 MB, a batch of receipts 8 MB, a form 16 MB and a CSV 512 MB. A
        batch has at most {groupIndian(MANY_MAX)} receipts, an invoice {groupIndian(ITEMS_MAX)}{" "}
        items. After ten wrong passwords in 15 minutes, sign-in with that email is blocked from that
        address; after 300, all sign-in from the address. There is no other rate limit.
      </p>
    ),
  },
];
