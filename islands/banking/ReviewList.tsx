import type { ComponentType } from "react";
import type { BankLine } from "../../domain/banking/statements.ts";
import { pluralize } from "../../domain/counts.ts";
import { Button } from "../ui/Button.tsx";
import { Icon, Key } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { moneyText } from "../ui/Money.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { Pair, type Wanted } from "./Pair.tsx";
import type { Chosen } from "./RuleForm.tsx";
import { matchesView, SHOWN, type Shown, useLines } from "./useLines.ts";
import type { Review } from "./useReview.ts";

const LABELS: Record<Shown, string> = {
  all: "All",
  look: "Needs review",
  talk: "With comments",
  sure: "Confident",
  out: "Cancel out",
  done: "Accepted",
};

interface Props {
  review: Review;
  lines: BankLine[];
  /** Whether only open lines are shown at first. */
  isLeft: boolean;
}

interface LineReview {
  line: BankLine;
  wanted: Wanted;
  /** The choice for the line, used for a rule. */
  chosen?: Chosen;
}

interface DialogProps extends LineReview {
  onSaved(): void;
  onRule(chosen: Chosen): void;
  onClose(): void;
}

async function loadDialog({ wanted }: LineReview): Promise<{ Dialog: ComponentType<DialogProps> }> {
  if (wanted === "match") return { Dialog: (await import("./MatchDialog.tsx")).MatchDialog };
  if (wanted === "rule") return { Dialog: (await import("./RuleForm.tsx")).RuleForm };
  return { Dialog: (await import("./LineDialog.tsx")).LineDialog };
}

/** A statement's lines, each with its match or suggestion. */
export function ReviewList({ review, lines, isLeft }: Props) {
  const dialog = useLazyDialog(loadDialog);
  const list = useLines(review, lines, dialog.open, isLeft);
  const { rows, at, current } = list;
  const count = (name: Shown) => lines.filter(matchesView(name, review.threads)).length;
  return (
    <>
      <SureOnPhone sure={count("sure")} review={review} onSee={() => list.setShow("sure")} />
      <ReviewBar list={list} count={count} of={lines.length} />
      <section className="panel review" aria-label="Statement lines">
        <div className="review-head" aria-hidden="true">
          <span>At the bank</span>
          <span />
          <span className="end">In the books, as suggested</span>
        </div>
        <ol>
          {rows.map((line, n) => (
            <Pair
              key={line._id}
              line={line}
              isCurrent={n === at}
              thread={review.threads.get(line._id)}
              isPending={review.pending.has(line._id)}
              refused={review.refused.get(line._id)}
              onCurrent={() => n !== at && list.setCurrent(line._id)}
              onAccept={(proposal) => list.accept(line, proposal)}
              onUndo={() => line.match && void review.undo(line.match._id)}
              onDecline={() => list.decline(line)}
              onWant={(wanted) => dialog.open({ line, wanted })}
            />
          ))}
        </ol>
        {rows.length === 0 && (
          <p className="entry-none">
            No lines match.{" "}
            <Button
              look="link"
              label="All lines"
              onClick={() => {
                list.setShow("all");
                list.setQ("");
              }}
            />
          </p>
        )}
      </section>
      <p className="help not-phone">
        <Key name="J" /> <Key name="K" /> next and previous line, <Key name="↵" /> accept and
        continue, <Key name="A" /> accept all confident matches, <Key name="Z" /> undo the last one,{" "}
        <Key name="C" /> comments, <Key name="Q" /> ask an owner.
      </p>
      {current && !current.match && <PhoneBar list={list} current={current} />}
      {dialog.draw(({ Dialog }, opened) => (
        <Dialog
          {...opened}
          onSaved={() => {
            review.follow();
            if (opened.wanted !== "rule") list.goOn();
          }}
          onRule={(chosen) => dialog.open({ line: opened.line, wanted: "rule", chosen })}
          onClose={dialog.close}
        />
      ))}
    </>
  );
}

type List = ReturnType<typeof useLines>;

function ReviewBar(props: { list: List; count(name: Shown): number; of: number }) {
  const { list, count, of } = props;
  const left = of - count("done");
  const choices = SHOWN.filter((name) => name === "all" || count(name) > 0).map(
    (name): [Shown, string] => [name, `${LABELS[name]} ${count(name)}`],
  );
  return (
    <div className="toolbar review-bar">
      <SegmentedControl<Shown>
        label="Lines"
        className="scroll"
        choices={choices}
        chosen={list.show}
        onChoose={list.setShow}
      />
      <span className="spring muted small not-phone" role="status">
        {left === 0 ? "Nothing left to review" : `${left} of ${of} to review`}
      </span>
      <div className="with-icon search find-line not-phone">
        <Icon name="search" />
        <input
          ref={list.searchField}
          className="input"
          type="search"
          aria-label="Search name, narration or amount"
          placeholder="Search name, narration or amount"
          value={list.q}
          onChange={({ target }) => list.setQ(target.value)}
        />
      </div>
    </div>
  );
}

function SureOnPhone(props: { sure: number; review: Review; onSee(): void }) {
  const { sure, review, onSee } = props;
  if (sure === 0) return null;
  return (
    <div className="callout is-pos only-phone">
      <Icon name="circle-check" />
      <p>
        <span className="strong">{`${pluralize(sure, "confident match", "confident matches")}.`}</span>
        {" Each has one match with the same amount and the same name or reference."}
      </p>
      <div className="actions">
        <Button label="Review" onClick={onSee} />
        <Button
          needs="enter books"
          label={`Accept ${sure}`}
          onClick={() => void review.acceptSure()}
        />
      </div>
    </div>
  );
}

function PhoneBar({ list, current }: { list: List; current: BankLine }) {
  const amount = moneyText(Math.abs(current.amount));
  return (
    <section className="bar-phone" aria-label="Next step">
      <Menu
        label="Other"
        items={[
          { label: "Other match", icon: "link-2", needs: "enter books", run: list.want("match") },
          { label: "New entry", icon: "plus", needs: "enter books", run: list.want("new") },
          {
            label: "Transfer",
            icon: "arrow-left-right",
            needs: "enter books",
            run: list.want("transfer"),
          },
          { label: "Split", icon: "split", needs: "enter books", run: list.want("split") },
          { label: "Comments", icon: "message-square", run: list.discuss(false) },
          { label: "Ask an owner", icon: "message-circle-question-mark", run: list.discuss(true) },
        ]}
      >
        Other
      </Menu>
      <Button
        needs="enter books"
        look="primary"
        label={current.proposals[0] ? `Accept ${amount}` : "New entry"}
        onClick={() => list.accept(current)}
      />
    </section>
  );
}
