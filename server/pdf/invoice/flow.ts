import { BOTTOM, type Sheet } from "../sheet.ts";
import type { Line } from "../type.ts";

/** A place on the pages of one document, going down; past the foot of one it goes on at the next's head. */
export interface Flow {
  sheet: Sheet;
  /** Where the next thing stands, from the top of its page. */
  y: number;
  /** Sees to it that so much stands on one page. Answers whether that is a new one. */
  need(height: number): Promise<boolean>;
  /** Puts lines below each other, wherever they come to stand. */
  lines(lines: Line[], x: number, leading: number): Promise<void>;
  /** The document. */
  end(): Promise<Uint8Array<ArrayBuffer>>;
}

/** `openPage` draws what every page has, and what those after the first have; it answers where to go on. */
export async function openFlow(sheet: Sheet, openPage: (n: number) => number): Promise<Flow> {
  const parts = [await sheet.turn()];
  let pages = 1;
  const flow: Flow = {
    sheet,
    y: openPage(pages),
    async need(height) {
      await sheet.breathe();
      if (flow.y + height <= BOTTOM) return false;
      parts.push(await sheet.turn());
      pages++;
      flow.y = openPage(pages);
      return true;
    },
    async lines(lines, x, leading) {
      for (const line of lines) {
        await flow.need(leading);
        sheet.put(line, x, flow.y + leading * 0.78);
        flow.y += leading;
      }
    },
    async end() {
      parts.push(await sheet.end());
      return new Uint8Array(Buffer.concat(parts));
    },
  };
  return flow;
}
