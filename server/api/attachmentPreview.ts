import { createMutex } from "../../db/engine/mutex.ts";
import { type Attachment, hasPreview } from "../../domain/attachments/attachments.ts";
import { KIND_NAMES } from "../../domain/attachments/kinds.ts";
import { Refusal } from "../../domain/refusal.ts";

/** On its longer side, in pixels: a bill can be read at it. */
const SIDE = 1600;
/** Phones take 50 megapixels, which are 200 MB while they are open: one at a time. */
const PIXELS_MAX = 50_000_000;

const mutex = createMutex();

/**
 * A JPEG of a picture, upright, of nothing but its pixels.
 * @param turn to the right, in degrees: 0, 90, 180 or 270
 * @throws Refusal "missing" where it cannot be drawn
 */
export async function drawPreview(
  paper: Attachment,
  turn: number,
  read: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<Uint8Array> {
  const none = `No preview of this ${KIND_NAMES[paper.kind].name}. It is kept as it is.`;
  if (!hasPreview(paper)) throw new Refusal("missing", none);
  const release = await mutex.acquire();
  try {
    const parts: Uint8Array[] = [];
    for await (const part of await read()) parts.push(part);
    const image = new Bun.Image(Buffer.concat(parts), { maxPixels: PIXELS_MAX });
    const small = image.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true });
    return await small
      .rotate(turn)
      .jpeg({ quality: 82 })
      .bytes()
      .catch(() => {
        throw new Refusal("missing", none);
      });
  } finally {
    release();
  }
}
