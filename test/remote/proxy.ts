/** Between bahi and its database server: a slow line, or one that loses a response. */
export function startProxy(target: string, delayMs = 0) {
  let isLost = (_: string) => false;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body = await request.arrayBuffer();
      if (delayMs > 0) await Bun.sleep(delayMs / 2);
      const { method, headers } = request;
      const answer = await fetch(target + pathname, {
        method,
        headers,
        ...(method === "POST" && { body }),
      });
      const content = await answer.arrayBuffer();
      if (delayMs > 0) await Bun.sleep(delayMs / 2);
      if (!isLost(Buffer.from(body).toString("latin1"))) return plain(content, answer);
      isLost = () => false;
      return new Response("The answer was lost", { status: 502 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** Carries out the next request with this text and loses its response. */
    loseAnswerTo(text: string) {
      isLost = (body) => body.includes(text);
    },
    stop: () => server.stop(true),
  };
}

const plain = (content: ArrayBuffer, { status, headers }: Response) =>
  new Response(content, { status, headers: { "content-type": headers.get("content-type") ?? "" } });
