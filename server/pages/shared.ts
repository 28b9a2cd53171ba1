import type { Server } from "bun";
import { Elysia } from "elysia";
import { findLogoAt } from "../../db/agencies/logos.ts";
import { getPrintedInvoice } from "../../db/documents/invoices.ts";
import { newest } from "../../db/engine/books.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { answerByLink, openLink, recordView } from "../../db/sharing/openedLinks.ts";
import { documentFileName } from "../../domain/documents/invoices.ts";
import { parse, Refusal, TryLater } from "../../domain/refusal.ts";
import type { Closed, SharedDocument } from "../../domain/sharing/shared.ts";
import { NewAnswer } from "../../domain/sharing/shareLinks.ts";
import type { Asking } from "../../islands/sharing/AnswerCard.tsx";
import { findClientAddress } from "../http/address.ts";
import type { Caller } from "../http/concurrency.ts";
import type { AppContext } from "../http/context.ts";
import { pdfAnswer } from "../http/download.ts";
import { readTextFields } from "../http/form.ts";
import { openGuessLimit } from "../http/guessLimit.ts";
import { setRequestAgency } from "../http/headers.ts";
import { renderEstimate, renderInvoice, renderNote, type Wanted } from "../pdf/pdfQueue.ts";
import { clientAnswer, toPageTitle, toPaying, UNKEPT, withSmallLogo } from "./clientPage.ts";

// The pages behind share links: the only paths besides the API's that show an agency's data to strangers. A
// GET changes nothing, because mail scanners open every link.

const WRONG_A_MINUTE = 30;
const STATUS = { unknown: 404, unsent: 404, ended: 410, closed: 410, tooMany: 429 };

interface SharedRequest {
  request: Request;
  server: Server<unknown> | null;
  set: Caller["set"];
  params: { token: string };
}

export function shared(context: AppContext) {
  const { built, books, settings } = context;
  const limit = openGuessLimit(WRONG_A_MINUTE, 60_000);

  /** Opens a link. Counts wrong links by IP address. */
  async function open({ request, server, params }: SharedRequest) {
    const found = await openLink(newest(books), params.token);
    // Many clients may share an IP address with an attacker, so a valid link always opens.
    if (found.state === "unknown") limit.count(findClientAddress(request, server, settings));
    if (found.state === "open") setRequestAgency(request, found.tenant.agencyId);
    return found;
  }

  async function word(request: Request, closed: Closed) {
    const { renderClientMessage } = await built.client.draw();
    const body = renderClientMessage(closed);
    return clientAnswer(built, { request, status: STATUS[closed.state], title: "bahi", body });
  }

  async function tooMany(request: Request, { seconds }: TryLater) {
    const { renderClientMessage } = await built.client.draw();
    const body = renderClientMessage({ state: "tooMany" });
    const headers = { "retry-after": String(seconds) };
    return clientAnswer(built, { request, status: STATUS.tooMany, title: "bahi", body, headers });
  }

  async function page(
    visit: SharedRequest,
    document: SharedDocument,
    asking: Asking,
    status = 200,
  ) {
    const { request, params } = visit;
    const { renderClientPage } = await built.client.draw();
    const isLess = new URL(request.url).searchParams.get("less") === "tds";
    const address = `/s/${params.token}`;
    const shown = await withSmallLogo(newest(books), document);
    const paying = toPaying(document, isLess);
    const body = renderClientPage({ shared: shown, address, paying, asking });
    return clientAnswer(built, { request, status, title: toPageTitle(document), body });
  }

  /** The document, or the reason why the link does not open it. */
  const opening =
    (show: (visit: SharedRequest, shared: SharedDocument, tenant: Tenant) => Promise<Response>) =>
    async (visit: SharedRequest): Promise<Response> => {
      try {
        const opened = await open(visit);
        if (opened.state !== "open") return await word(visit.request, opened);
        return await show(visit, opened.shared, opened.tenant);
      } catch (error) {
        if (error instanceof TryLater && error.kind === "later")
          return tooMany(visit.request, error);
        throw error;
      }
    };

  return new Elysia({ name: "shared" })
    .get(
      "/s/:token",
      opening((visit, document) => page(visit, document, {})),
    )
    .get(
      "/s/:token/pdf",
      opening((visit, document, tenant) =>
        context.visitLimit.admit({ ...visit, tenant }, (turn) =>
          renderSharedPdf(document, tenant, { ...turn, isOfMany: true }),
        ),
      ),
    )
    .post("/s/:token/seen", async (visit) => {
      if (!newest(books).isCopy) await recordView(books, visit.params.token);
      return new Response(null, { status: 204 });
    })
    .post(
      "/s/:token/answer",
      opening((visit, document) => answer(context, visit, document, page)),
      { parse: "none" },
    );
}

async function renderSharedPdf(
  { entity, document }: SharedDocument,
  tenant: Tenant,
  turn: Wanted,
): Promise<Response> {
  const logo = (await findLogoAt(tenant.books, document.supplier.logoUrl))?.bytes;
  const bytes =
    entity === "estimate"
      ? await renderEstimate(document, logo, turn)
      : entity === "note"
        ? await renderNote(document, logo, turn)
        : await renderInvoice(await getPrintedInvoice(tenant, document._id), logo, turn);
  const file = pdfAnswer({ name: documentFileName(document.title, document.number), bytes });
  for (const [name, value] of Object.entries(UNKEPT)) file.headers.set(name, value);
  return file;
}

type Page = (
  visit: SharedRequest,
  document: SharedDocument,
  asking: Asking,
  status?: number,
) => Promise<Response>;

/** Confirms, then stores the client's response to an estimate and shows the result. */
async function answer(
  { books }: AppContext,
  visit: SharedRequest,
  document: SharedDocument,
  page: Page,
): Promise<Response> {
  if (document.entity !== "estimate") throw new Refusal("missing", "Page not found.");
  const fields = await readTextFields(visit.request);
  try {
    const given = parse(NewAnswer, fields);
    if (given.confirmed !== "yes") {
      if (given.shown === document.shown) {
        return await page(visit, document, { ...given, isToConfirm: true });
      }
      throw new Refusal("conflict", "It has been changed since. Review it again.");
    }
    await answerByLink(books, visit.params.token, given);
    return new Response(null, {
      status: 303,
      headers: { location: `/s/${visit.params.token}`, "cache-control": "no-store" },
    });
  } catch (error) {
    if (!(error instanceof Refusal) || (error.kind !== "invalid" && error.kind !== "conflict")) {
      throw error;
    }
    const wrongName = error.errors.find(({ path }) => path === "name")?.message;
    const asking = { name: fields.name ?? "", error: wrongName ?? "" };
    const notice = wrongName ? "" : error.message;
    return page(visit, document, { ...asking, notice }, error.kind === "invalid" ? 400 : 409);
  }
}
