/** A file made as it is sent: whoever stops reading stops its making. */
export function download(name: string, type: string, bytes: AsyncGenerator<Uint8Array>): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
  const disposition = `attachment; filename="${name}"`;
  return new Response(body, {
    headers: { "content-type": type, "content-disposition": disposition },
  });
}
