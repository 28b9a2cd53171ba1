import { traceOf } from "../db/faults.ts";

/**
 * A file made as it is sent: whoever stops reading stops its making, and ends what it is made of (an open
 * look at the books, say), also where its making has not come to that yet.
 */
export function download(
  name: string,
  type: string,
  bytes: AsyncGenerator<Uint8Array>,
  source?: AsyncGenerator<unknown>,
): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await bytes.next().catch((error) => {
        // Bun writes it to stderr as it is, where drizzle's would quote what was asked for.
        throw new Error(traceOf(error));
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await bytes.return(undefined);
      await source?.return(undefined);
    },
  });
  const disposition = `attachment; filename="${name}"`;
  return new Response(body, {
    headers: { "content-type": type, "content-disposition": disposition },
  });
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
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
