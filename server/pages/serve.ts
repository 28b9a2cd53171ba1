import { Elysia, NotFoundError } from "elysia";
import type { Built, BuiltFile } from "./built.ts";

/** Serves the pages and their assets. Any other path outside the API gets the error page. */
export function pages(built: Built) {
  const app = new Elysia({ name: "pages" });

  for (const [url, file] of built.assets) {
    app.get(url, ({ request }) => answer(request, file, { "cache-control": FOR_EVER }));
  }
  for (const [path, page] of built.pages) {
    app.get(path, ({ request }) => {
      const headers = {
        "cache-control": "no-cache",
        "content-security-policy": page.policy,
        etag: page.etag,
      };
      if (request.headers.get("if-none-match") === page.etag) {
        return new Response(null, { status: 304, headers });
      }
      return answer(request, page, headers);
    });
  }
  // One route each: with mapResponse, elysia 1.4.30 returns an empty 200 for a path without a route.
  return app.all("/*", ({ path, request }) => {
    const isPage = request.method === "GET" && path !== "/api" && !path.startsWith("/api/");
    if (!isPage) throw new NotFoundError();
    return errorPage(built, 404, "404 Not Found");
  });
}

/** The specification's default error page, with the status or a message that is safe for anyone. */
function errorPage({ error }: Built, status: number, message: string): Response {
  return new Response(error.html.replace("%message%", Bun.escapeHTML(message)), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": error.policy,
      "cache-control": "no-store",
    },
  });
}

/** Names of assets contain a hash, so browsers can cache them forever. */
const FOR_EVER = "public, max-age=31536000, immutable";

function answer(request: Request, file: BuiltFile, headers: Record<string, string>): Response {
  const accepted = request.headers.get("accept-encoding") ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : undefined;
  const body = encoding === "br" ? file.brotli : encoding === "gzip" ? file.gzip : file.plain;
  return new Response(body, {
    headers: {
      "content-type": file.type,
      vary: "accept-encoding",
      ...(encoding && { "content-encoding": encoding }),
      ...headers,
    },
  });
}
