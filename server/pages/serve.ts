import { Elysia, NotFoundError } from "elysia";
import type { Built, BuiltFile } from "./built.ts";

/** The pages and what they load. A path that is neither, nor the API's, gets the error page. */
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
  // A route for each, for what has none is answered 200 with nothing once somebody maps responses (elysia
  // 1.4.30).
  return app.all("/*", ({ path, request }) => {
    const isPage = request.method === "GET" && path !== "/api" && !path.startsWith("/api/");
    if (!isPage) throw new NotFoundError();
    return errorPage(built, 404, "404 Not Found");
  });
}

/** The specification's default error page, with the status or a message that may be shown to anybody. */
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

/** Names of assets carry a hash, so what a browser has it may keep. */
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
