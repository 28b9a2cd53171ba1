import { pluralize } from "../../domain/counts.ts";
import { formatDate, formatMoment, isCalendarDate } from "../../domain/dates.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { ProofStrip } from "./ProofStrip.tsx";
import { ReviewList } from "./ReviewList.tsx";
import { Gaps, StatementHead } from "./StatementHead.tsx";
import { useReview } from "./useReview.ts";

/** The lines of a statement, next to their entries in the books. */
export default function Statement() {
  const search = useUrlQuery();
  const id = search === null ? "" : (location.pathname.split("/")[2] ?? "");
  const wanted = new URLSearchParams(search ?? "").get("to") ?? "";
  const to = isCalendarDate(wanted) ? wanted : "";
  const review = useReview(id, to);
  const { statement, continuity, lines, all, failure } = review;
  if (failure !== undefined && !lines) {
    return (
      <FailedToLoad
        label="Statement"
        failure={failure}
        otherwise="Could not reach the server."
        onRetry={review.follow}
      />
    );
  }
  return (
    <>
      <StatementHead review={review} />
      {statement && lines && all ? (
        <>
          <p className="lede text-13 soft">
            {statement.file && `${statement.file}, `}
            {`uploaded by ${statement.createdBy.name}, ${formatMoment(statement.createdAt)}`}
          </p>
          <Gaps review={review} />
          <ProofStrip
            statement={statement}
            continuity={continuity}
            lines={all}
            proof={review.proof}
          />
          {lines.length < all.length && (
            <p className="lede text-13 soft">
              {`Lines up to ${formatDate(to)}. `}
              <a href={location.pathname}>{`All ${pluralize(all.length, "line")}`}</a>
            </p>
          )}
          <ReviewList review={review} lines={lines} isLeft={to !== ""} />
        </>
      ) : (
        <Loading label="Statement" text="Loading the statement..." />
      )}
    </>
  );
}
