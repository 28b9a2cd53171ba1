import { findLogoAt } from "../../db/agencies/logos.ts";
import type { Tenant } from "../../db/engine/tenant.ts";
import { recordView, recordViews } from "../../db/engine/views.ts";
import type { Entity } from "../../domain/agencies/audit.ts";
import { documentFileName, type Invoice } from "../../domain/documents/invoices.ts";
import { Refusal } from "../../domain/refusal.ts";
import type { Wanted } from "../pdf/pdfQueue.ts";
import type { Caller, Slot } from "./concurrency.ts";
import type { AppContext } from "./context.ts";
import { type Entry, toZip } from "./zip.ts";

/**
 * Sends a file that is completed first. Always closes the source (such as a read transaction), even if it
 * was never started.
 * @throws the source's error, before anything is sent
 */
export async function download(
  { downloadFiles }: AppContext,
  turn: Slot,
  file: { name: string; type: string },
  bytes: AsyncGenerator<Uint8Array>,
  source?: AsyncGenerator<unknown>,
): Promise<Response> {
  try {
    return new Response(await downloadFiles.keep(turn, bytes), {
      headers: attachmentHeaders(file.name, file.type),
    });
  } finally {
    await bytes.return(undefined);
    await source?.return(undefined);
  }
}

/** How documents of a kind become PDFs. */
export interface Papers<Paper> {
  entity: Entity;
  read(tenant: Tenant, id: string): Promise<Paper>;
  /** Takes the issuer's logo. */
  render(paper: Paper, logo: Uint8Array | undefined, wanted: Wanted): Promise<Entry["bytes"]>;
  /** By default, the name comes from its title. */
  toFile?(paper: Paper): File;
}

interface File {
  _id: string;
  number: string;
  name: string;
  logoUrl: string;
}

const toFile = ({ _id, title, number, supplier }: Numbered): File => ({
  _id,
  number,
  name: documentFileName(title, number),
  logoUrl: supplier.logoUrl,
});

/**
 * Sends documents as one zip. Each is drawn while no single document waits.
 * @param numbers the documents' numbers by id, in order
 */
export function downloadPdfs<Paper>(
  context: AppContext,
  caller: Caller,
  papers: Papers<Paper>,
  { name, numbers }: { name: string; numbers: Map<string, string> },
): Promise<Response> {
  return context.zipLimit.admit(caller, async (turn) => {
    const seen = [...numbers].map(([_id, pdf]) => ({ pdf, _id }));
    await recordViews(caller.tenant, papers.entity, seen);
    async function* renderPdfs() {
      for (const [id, number] of numbers) {
        const paper = await papers.read(caller.tenant, id);
        yield await draw(context, papers, paper, { signal: turn.signal, isOfMany: true }).catch(
          (error) => {
            if (!(error instanceof Refusal)) throw error;
            throw new Refusal(error.kind, `${number}: ${error.message}`);
          },
        );
      }
    }
    return download(context, turn, { name, type: "application/zip" }, toZip(renderPdfs()));
  });
}

/** Sends one document as a PDF, drawn in its queue, and logs the export. */
export function downloadPdf<Paper>(
  context: AppContext,
  caller: Caller,
  papers: Papers<Paper>,
  id: string,
): Promise<Response> {
  return context.pdfLimit.admit(caller, async (turn) => {
    const paper = await papers.read(caller.tenant, id);
    const { _id, number } = (papers.toFile ?? toFile)(paper as Paper & Numbered);
    await recordView(caller.tenant, papers.entity, { pdf: number, _id });
    return pdfAnswer(await draw(context, papers, paper, turn));
  });
}

async function draw<Paper>(
  { books }: AppContext,
  papers: Papers<Paper>,
  paper: Paper,
  wanted: Wanted,
): Promise<Entry> {
  const { name, logoUrl } = (papers.toFile ?? toFile)(paper as Paper & Numbered);
  const logo = await findLogoAt(books, logoUrl);
  return { name, bytes: await papers.render(paper, logo?.bytes, wanted) };
}

type Numbered = Pick<Invoice, "_id" | "number" | "supplier" | "title">;

/** Responds with a PDF to save, under a name in any script. */
export const pdfAnswer = (file: Entry): Response => fileAnswer(file, "application/pdf");

/** Responds with a small file, under a name in any script. */
export function fileAnswer({ name, bytes }: Entry, type: string): Response {
  return new Response(bytes, { headers: attachmentHeaders(name, type) });
}

/** Headers of a file to save rather than show. */
export const attachmentHeaders = (name: string, type: string) => ({
  "content-type": type,
  "content-disposition": attachment(name),
});

/**
 * Returns a Content-Disposition for a name in any script, with an ASCII fallback. No name can end its
 * quotes or add a parameter (RFC 6266, RFC 8187).
 */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "-");
  if (plain === name) return `attachment; filename="${name}"`;
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
