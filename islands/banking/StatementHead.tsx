import { useState } from "react";
import { findAgreement } from "../../domain/banking/agreement.ts";
import { formatRange } from "../../domain/dates.ts";
import { send } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { withdrawOffers } from "../browser/toasts.ts";
import { goTo } from "../browser/urlQuery.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { moneyText } from "../ui/Money.tsx";
import { PageHead } from "../ui/Page.tsx";
import { useLazyDialog } from "../ui/useBusy.ts";
import { countGaps } from "./reading.ts";
import { saveFile } from "./saveFile.ts";
import type { Review } from "./useReview.ts";
import { classifyLine } from "./words.ts";

/** The statement's period and status, and the actions for all of it. */
export function StatementHead({ review }: { review: Review }) {
  const { statement, lines } = review;
  const [isDeleting, setDeleting] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  const accepted = (lines ?? []).filter(({ match }) => match).length;
  const sure = (lines ?? []).filter((line) => classifyLine(line) === "sure").length;
  const dates = statement && { dateFrom: statement.periodFrom, dateTo: statement.periodTo };
  const open = statement?.open ?? 0;
  const state = !statement
    ? undefined
    : statement.proof === "broken"
      ? (["pill-neg", "Does not add up"] as const)
      : open > 0
        ? (["pill-info", "In review"] as const)
        : (["pill-pos", "Reviewed"] as const);
  const address =
    statement && `/reconciliation?account=${statement.accountId}&at=${statement.periodTo}`;
  return (
    <>
      <PageHead
        title={dates ? `Statement, ${formatRange(dates)}` : "Statement"}
        back={{ href: "/banking", label: "Back to Banking" }}
        aside={state && <span className={`pill ${state[0]} dot`}>{state[1]}</span>}
      >
        <LinkButton
          icon="scale"
          label="Reconciliation"
          className="not-phone"
          href={address ?? "/reconciliation"}
        />
        {sure > 0 && can("enter books") && (
          <Button
            look="primary"
            icon="list-checks"
            label={`Accept ${sure} confident`}
            keyName="A"
            aria-keyshortcuts="a"
            className="not-phone"
            onClick={() => void review.acceptSure()}
          />
        )}
        <CloseStatement review={review} />
        <Menu
          label="More"
          className="btn-more"
          items={[
            {
              label: "Download the file",
              icon: "download",
              run: () => statement && void saveFile(statement),
            },
            ...(accepted > 0 && can("enter books")
              ? [
                  {
                    label: "Undo all matches of this statement",
                    icon: "undo-2" as const,
                    run: () => setUndoing(true),
                  },
                ]
              : []),
            ...(statement && can("delete statements")
              ? [
                  {
                    label: "Undo the upload",
                    icon: "trash-2" as const,
                    run: () => setDeleting(true),
                  },
                ]
              : []),
          ]}
        >
          <Icon name="ellipsis" />
        </Menu>
      </PageHead>
      {isUndoing && (
        <UndoAll review={review} accepted={accepted} onClose={() => setUndoing(false)} />
      )}
      {isDeleting && statement && (
        <ConfirmDelete
          title="Undo the upload"
          verb="Undo the upload"
          run={() => send("DELETE", `/api/statements/${statement._id}`)}
          success="Upload undone"
          otherwise="Could not reach the server."
          onChanged={goTo("/banking")}
          onClose={() => setDeleting(false)}
        >
          <p>Its lines are deleted, except those that are also in another statement.</p>
        </ConfirmDelete>
      )}
    </>
  );
}

/** Closes the account to the statement's last day, once no line is open and the balances agree. */
function CloseStatement({ review: { statement, continuity, proof, follow } }: { review: Review }) {
  const form = useLazyDialog(async () => (await import("./Closing.tsx")).ClosingForm);
  const isMet =
    statement !== undefined &&
    proof !== undefined &&
    countGaps(statement, continuity) === 0 &&
    findAgreement(proof).state === "agrees" &&
    proof.account.closedTo < statement.periodTo;
  const open = () => isMet && form.open(undefined);
  useKeys({ l: open }, "close accounts");
  if (!isMet || !can("close accounts")) return null;
  return (
    <>
      <Button
        look="primary"
        icon="lock"
        label="Close statement"
        keyName="L"
        aria-keyshortcuts="l"
        onClick={open}
      />
      {form.draw((Form) => (
        <Form report={proof} isClosed={false} onChanged={follow} onClose={form.close} />
      ))}
    </>
  );
}

interface UndoProps {
  review: Review;
  accepted: number;
  onClose(): void;
}

function UndoAll({ review, accepted, onClose }: UndoProps) {
  const { statement, all = [], follow } = review;
  const onUndone = () => {
    withdrawOffers(all.flatMap(({ match }) => match?._id ?? []));
    follow();
  };
  return (
    <ConfirmDelete
      title="Undo all matches of this statement"
      verb="Undo all"
      run={() => send("POST", `/api/statements/${statement?._id}/undo`, {})}
      success="Matches undone"
      otherwise="Could not reach the server."
      onChanged={onUndone}
      onRefused={follow}
      onClose={onClose}
    >
      <p>
        {accepted === 1
          ? "This undoes 1 accepted line and deletes the entries it created."
          : `This undoes ${accepted} accepted lines and deletes the entries they created.`}
      </p>
    </ConfirmDelete>
  );
}

/** Breaks in the bank's own balances. */
export function Gaps({ review: { statement, lines = [] } }: { review: Review }) {
  if (!statement || statement.gaps.length === 0) return null;
  const day = (n: number, edge: string) => lines[n - 1]?.date ?? edge;
  return (
    <div className="callout is-neg is-tall" role="alert">
      <Icon name="triangle-alert" />
      <div>
        {statement.gaps.map(({ afterLine, beforeLine, missing }) => (
          <p key={afterLine} className="strong">
            {`${moneyText(Math.abs(missing))} ${missing < 0 ? "out" : "in"} is missing between `}
            {formatRange({
              dateFrom: day(afterLine, statement.periodFrom),
              dateTo: day(beforeLine, statement.periodTo),
            })}
          </p>
        ))}
        <p>
          The bank’s balance jumps there, so a line is missing from the file. Download these days
          from the bank again; bahi merges the two files and skips the lines it already has.
        </p>
      </div>
    </div>
  );
}
