import { useId, useState } from "react";
import { formatDate, formatMoment, today } from "../../domain/dates.ts";
import type { ShareLink } from "../../domain/sharing/shareLinks.ts";
import { failureText, send } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDelete } from "../ui/ConfirmDelete.tsx";
import { Icon } from "../ui/Icon.tsx";
import { type Shareable, ShareButtons, useSharing } from "./useSharing.tsx";

interface Props {
  thing: Shareable;
  /** Called after it was marked as sent. */
  onSent(): void;
}

/** The share links of a document, and the ways to send one. */
export function LinkPanel({ thing, onSent }: Props) {
  const title = useId();
  const { entity, _id } = thing;
  const { data, failure, reload } = useFetch<{ links: ShareLink[] }>(
    `/api/share-links?entity=${entity}&id=${_id}`,
  );
  const sharing = useSharing(thing, reload, onSent);
  const [toEnd, setToEnd] = useState<ShareLink>();
  const links = data?.links ?? [];
  const shown = links.filter(({ state, answer }) => state === "open" || answer);
  return (
    <section className="panel sent" aria-labelledby={title}>
      <div className="panel-head">
        <h2 id={title}>Link</h2>
        <span className="flex wrap gap-0-12 spring">
          <ShareButtons sharing={sharing} needs="enter books" look="link" />
        </span>
      </div>
      {shown.length === 0 && (
        <p className="entry-none">
          {failure === undefined || data
            ? links.length > 0
              ? "No open links."
              : "Share a link your client can open without signing in."
            : failureText(failure, "Failed to load links")}
        </p>
      )}
      <ul>
        {shown.map((link) => (
          <Row key={link._id} link={link} onEnd={() => setToEnd(link)} />
        ))}
      </ul>
      {sharing.dialogs}
      {toEnd && (
        <ConfirmDelete
          title="Turn off the link?"
          verb="Turn off the link"
          keep="Keep it"
          run={() => send("DELETE", `/api/share-links/${toEnd._id}`)}
          success="Link turned off"
          otherwise="The link could not be turned off"
          onChanged={() => {
            sharing.forget();
            reload();
          }}
          onRefused={reload}
          onClose={() => setToEnd(undefined)}
        >
          <p>
            It stops working immediately. The page then asks clients to contact you for a new one.
          </p>
        </ConfirmDelete>
      )}
    </section>
  );
}

function Row({ link, onEnd }: { link: ShareLink; onEnd(): void }) {
  const { state, expires, answer, createdBy, createdAt } = link;
  const isOpen = state === "open";
  return (
    <li className="entry">
      <Icon name="link-2" />
      <div>
        <div className="strong">
          {`Created by ${createdBy.name}, ${formatDate(today(new Date(createdAt)))}`}
        </div>
        <p className="entry-state">
          <span className={`pill dot ${isOpen ? "pill-pos" : ""}`}>
            {isOpen ? "Open" : "Ended"}
          </span>
          {isOpen && <span>{expires ? `until ${formatDate(expires)}` : "never expires"}</span>}
        </p>
        <p className="entry-state">{seenText(link)}</p>
        {answer && (
          <p className="small">
            {answer.answer === "accept" ? "Accepted" : "Declined"}
            {` by “${answer.name}”, ${formatMoment(answer.at)}`}
          </p>
        )}
        {isOpen && (
          <div className="entry-acts flex">
            <Button needs="enter books" look="link" label="Turn off the link" onClick={onEnd} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Says only that a browser showed it, not that the client has read it. */
function seenText({ views, lastSeenAt }: ShareLink): string {
  if (views === 0) return "Not opened in a browser yet.";
  const times = views === 1 ? "once" : `${views} times`;
  return `Opened in a browser ${times}, last ${formatMoment(lastSeenAt)}; a mail scanner may have done it.`;
}
