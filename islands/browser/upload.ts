import { readBody } from "./api.ts";
import { readSession } from "./session.ts";

/**
 * Uploads a file, as CSV unless its type says otherwise, and reports the progress from 0 to 1, which fetch
 * cannot.
 * @throws Failure, or an AbortError after the signal
 */
export function upload<T>(
  url: string,
  file: Blob,
  signal: AbortSignal,
  onSent: (share: number) => void,
  headers: Record<string, string> = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open("POST", url);
  const token = readSession()?.token;
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  const isJson = file.type === "application/json";
  const type = { "content-type": isJson ? file.type : "text/csv" };
  for (const [name, value] of Object.entries({ ...type, ...headers })) {
    request.setRequestHeader(name, value);
  }
  request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total);
  request.upload.onload = () => onSent(1);
  request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
  request.onerror = () => reject(new Error("Unreachable"));
  request.onabort = () => reject(new DOMException("Upload cancelled", "AbortError"));
  signal.addEventListener("abort", () => request.abort());
  request.send(file);
  return readBody<T>(promise);
}
