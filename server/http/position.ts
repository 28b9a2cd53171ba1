/** Returns the position of the books that the client has seen in an earlier response, or 0. */
export const readPosition = (request: Request): number =>
  Number(request.headers.get("x-bahi-position")) || 0;
