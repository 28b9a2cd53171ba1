/** How far the asker knows that the books have come: what an earlier answer has told. 0 for nothing. */
export const readPosition = (request: Request): number =>
  Number(request.headers.get("x-bahi-position")) || 0;
