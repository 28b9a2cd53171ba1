import { Box, render, Text, useApp, useInput } from "ink";
import { useRef, useState } from "react";
import type { BankLine } from "../../domain/banking/statements.ts";
import { formatDate } from "../../domain/dates.ts";
import { formatInr } from "../../domain/money.ts";
import { type Api, sendJson } from "../api.ts";
import { Failure } from "../failure.ts";
import { oneLine } from "../output.ts";

interface Outcome {
  accepted: number;
  left: number;
}

/** Reviews lines one by one: the bank's line, the suggestion, the reason, and one key to decide. */
export async function review(api: Api, lines: BankLine[]): Promise<Outcome> {
  const outcome = { accepted: 0, left: lines.length };
  const app = render(<Review api={api} lines={lines} outcome={outcome} />);
  await app.waitUntilExit();
  return outcome;
}

interface Props {
  api: Api;
  lines: BankLine[];
  outcome: Outcome;
}

/** An accepted match, by the index of its line. */
interface Step {
  at: number;
  match: string;
}

function Review({ api, lines, outcome }: Props) {
  const { exit } = useApp();
  const [at, setAt] = useState(0);
  const [notice, setNotice] = useState("");
  const [done, setDone] = useState<Map<number, string>>(new Map());
  const steps = useRef<Step[]>([]);
  const isBusy = useRef(false);
  const line = lines[at] as BankLine;

  async function act(run: () => Promise<string>) {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      setNotice(await run());
    } catch (error) {
      setNotice(error instanceof Failure ? error.message : "Could not reach the server");
    } finally {
      isBusy.current = false;
    }
  }
  const keep = (next: Map<number, string>) => {
    setDone(next);
    outcome.accepted = next.size;
    outcome.left = lines.length - next.size;
  };
  const goOn = (from: number, of: Map<number, string>) => {
    const next = lines.findIndex((_, n) => n > from && !of.has(n));
    if (next === -1) exit();
    else setAt(next);
  };
  const accept = (n: number) =>
    act(async () => {
      const proposal = line.proposals[n];
      if (done.has(at)) return "Already accepted; u undoes it";
      if (!proposal) return "No suggestion for this line; enter it in the browser";
      const answer = await api.json<{ line: BankLine }>(
        `/bank-lines/${line._id}/accept`,
        "line",
        sendJson("POST", { proposal: proposal._id }, crypto.randomUUID()),
      );
      const match = answer.line.match?._id ?? "";
      steps.current.push({ at, match });
      const next = new Map(done).set(at, match);
      keep(next);
      goOn(at, next);
      return `Accepted: ${oneLine(proposal.parts.map(({ name }) => name).join(", "))}`;
    });
  const undo = () =>
    act(async () => {
      const last = steps.current.at(-1);
      if (!last) return "Nothing to undo";
      await api.json<{ message: string }>(`/matches/${last.match}`, "message", {
        method: "DELETE",
      });
      steps.current.pop();
      const next = new Map(done);
      next.delete(last.at);
      keep(next);
      setAt(last.at);
      return "Undone";
    });

  useInput((input, key) => {
    if (input === "q" || key.escape || (key.ctrl && input === "c")) exit();
    else if (key.return || input === "y") void accept(0);
    else if (input === "j" || key.downArrow) setAt(Math.min(lines.length - 1, at + 1));
    else if (input === "k" || key.upArrow) setAt(Math.max(0, at - 1));
    else if (input === "u" || input === "z") void undo();
    else if (/^[1-9]$/.test(input)) void accept(Number(input) - 1);
  });
  return (
    <Box flexDirection="column">
      <Text dimColor>{`Line ${at + 1} of ${lines.length}, ${done.size} accepted`}</Text>
      <LineView line={line} isDone={done.has(at)} />
      <Text wrap="truncate-end">{notice || " "}</Text>
      <Text dimColor wrap="truncate-end">
        Enter accept · 1-9 choose · j k go · u undo · q quit
      </Text>
    </Box>
  );
}

function LineView({ line, isDone }: { line: BankLine; isDone: boolean }) {
  const { date, amount, narration, party, proposals } = line;
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate-end">
        {`${formatDate(date)}  ${formatInr(amount)}  ${oneLine(party ?? narration)}`}
      </Text>
      <Text dimColor wrap="truncate-end">{`  ${oneLine(narration)}`}</Text>
      {isDone && <Text>{"  ✓ accepted"}</Text>}
      {!isDone && proposals.length === 0 && <Text>{"  No suggestion"}</Text>}
      {!isDone &&
        proposals.map(({ _id, parts, why, likely }, n) => (
          <Text key={_id} wrap="truncate-end">
            {`  ${n + 1} ${likely ? "likely" : "possible"}  `}
            {oneLine(parts.map(({ name }) => name).join(", "))}
            {`  (${oneLine(why)})`}
          </Text>
        ))}
    </Box>
  );
}
