import { readBody } from "./api.ts";
import { readSession } from "./session.ts";

/**
 * Sends a file, a CSV where no headers are told, and says meanwhile what share of it has gone (0 to 1),
 * which fetch cannot.
 * @throws Failure, or an AbortError once the signal says so
 */
export function upload<T>(
  url: string,
  file: File,
  signal: AbortSignal,
  onSent: (share: number) => void,
  headers: Record<string, string> = { "content-type": "text/csv" },
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open("POST", url);
  const token = readSession()?.token;
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total);
  request.upload.onload = () => onSent(1);
  request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
  request.onerror = () => reject(new Error("Unreachable"));
  request.onabort = () => reject(new DOMException("Given up", "AbortError"));
  signal.addEventListener("abort", () => request.abort());
  request.send(file);
  return readBody<T>(promise);
}
