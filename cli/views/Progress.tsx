import { Box, render, Text } from "ink";
import { useEffect, useState } from "react";
import { drawBar, type Stage, WIDE_COLUMNS, type Work } from "../progressBar.ts";

const FRAME_MS = 100;
const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";

/** Shows progress on stderr until the returned function is called with the closing line. */
export function showProgress(work: Work): (last: string) => Promise<void> {
  // Without colour, so NO_COLOR needs no special case.
  const app = render(<Progress work={work} />, { stdout: process.stderr, exitOnCtrlC: false });
  return async (last) => {
    if (last) app.rerender(<Text>{last}</Text>);
    else app.clear();
    app.unmount();
    await app.waitUntilExit();
  };
}

function Progress({ work }: { work: Work }) {
  const [frame, setFrame] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setFrame((frame) => frame + 1), FRAME_MS);
    return () => clearInterval(timer);
  }, []);

  const { columns } = process.stderr;
  if (columns < WIDE_COLUMNS || !work.stages) {
    return <Text wrap="truncate-end">{work.words(columns)}</Text>;
  }
  const { head, stages } = work.stages();
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end">{head}</Text>
      {stages.map((stage) => (
        <StageLine key={stage.title} stage={stage} frame={frame} columns={columns} />
      ))}
    </Box>
  );
}

function StageLine({ stage, frame, columns }: { stage: Stage; frame: number; columns: number }) {
  const { mark, title, part, words } = stage;
  const moving = SPINNER[frame % SPINNER.length];
  return (
    <Box gap={2} paddingLeft={2}>
      <Text>{mark === "done" ? "✓" : mark === "now" ? moving : "·"}</Text>
      <Box width={18}>
        <Text>{title}</Text>
      </Box>
      {mark !== "next" && part !== undefined && <Text>{drawBar(part, columns)}</Text>}
      <Text wrap="truncate-end">{words}</Text>
    </Box>
  );
}
