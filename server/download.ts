import type { Turn } from "./admission.ts";
import type { House } from "./house.ts";

/**
 * A file that is made whole before it is sent. What it is made of (an open look at the books, say) is ended
 * then, also where its making has not come to that yet.
 * @throws what its making throws; nothing of it has been sent.
 */
export async function download(
  { spools }: House,
  turn: Turn,
  file: { name: string; type: string },
  bytes: AsyncGenerator<Uint8Array>,
  source?: AsyncGenerator<unknown>,
): Promise<Response> {
  try {
    const disposition = `attachment; filename="${file.name}"`;
    return new Response(await spools.keep(turn, bytes), {
      headers: { "content-type": file.type, "content-disposition": disposition },
    });
  } finally {
    await bytes.return(undefined);
    await source?.return(undefined);
  }
}

/** A paper to be kept under a name of any script. */
export function pdfAnswer(name: string, bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: { "content-type": "application/pdf", "content-disposition": attachment(name) },
  });
}

/** A name of any script, and what is left of it for whoever knows ASCII only. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, "-");
  if (plain === name) return `attachment; filename="${name}"`;
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
