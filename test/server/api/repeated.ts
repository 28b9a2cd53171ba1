import { ID } from "../../../server/api/ids.ts";
import { done, made } from "../../world.ts";
import { type Change, callNamed, make, play, type Stage } from "./play.ts";

export async function repeat(stage: Stage): Promise<void> {
  await make(stage, "addSeries", ID.series);
  const actions = ["skipSeries", "unskipSeries", "pauseSeries", "resumeSeries", "runSeries"];
  for (const name of ["changeSeries", ...actions, "makeSeries"]) await play(stage, name);
  for (const name of ["listSeries", "getSeries", "previewSeries"]) await play(stage, name);
  const another = (await play(stage, "addSeries")).body._id;
  await play(stage, "endSeries", { id: another });
  await play(stage, "deleteSeries", { id: another });
}

export async function clashesOfSeries({ owner, glossary }: Stage): Promise<Record<string, Change>> {
  const { example } = callNamed("addSeries").body as { example: object };
  const body = JSON.parse(glossary.toReal(JSON.stringify(example)));
  const { _id: id } = made(await owner.post("/api/series", body));
  done(await owner.post(`/api/series/${id}/end`, {}));
  const dead = { id };
  return {
    changeSeries: dead,
    pauseSeries: dead,
    resumeSeries: dead,
    endSeries: dead,
    skipSeries: dead,
    unskipSeries: dead,
    deleteSeries: {},
  };
}
