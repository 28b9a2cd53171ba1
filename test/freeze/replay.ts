import { playAll } from "../server/api/story.ts";
import { createWorld } from "../world.ts";

/** A request of the story and the server's response. */
export interface Exchange {
  request: string;
  status: number;
  headers: Headers;
  body: Uint8Array;
}

let replay: ReturnType<typeof play> | undefined;

/** Plays the story of the API once for all parts. */
export function replayStory() {
  replay ??= play();
  return replay;
}

export async function endReplay(): Promise<void> {
  await (await replay)?.world.end();
}

async function play() {
  const world = await createWorld();
  const sent: Promise<Exchange>[] = [];
  const { handle } = world.app;
  world.app.handle = async (request) => {
    const answer = handle.call(world.app, request);
    sent.push(answer.then((response) => toExchange(request, response.clone())));
    return answer;
  };
  const { owner } = await playAll(world);
  return { world, owner, exchanges: await Promise.all(sent) };
}

async function toExchange(request: Request, response: Response): Promise<Exchange> {
  const { pathname, search } = new URL(request.url);
  return {
    request: `${request.method} ${pathname}${search}`,
    status: response.status,
    headers: response.headers,
    body: await response.bytes(),
  };
}
