import { pluralize } from "../../domain/counts.ts";
import { formatDate } from "../../domain/dates.ts";
import { Button } from "../ui/Button.tsx";
import { Icon, Key } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import type { useLastTime } from "./useLastTime.ts";

/** Offers the lines of the client's last invoice, and says when they were taken. */
export function LastTime({ lastTime }: { lastTime: ReturnType<typeof useLastTime> }) {
  const { last, months, canUse, takeLines, giveBack } = lastTime;
  if (!last || !(canUse || giveBack)) return null;
  const items = pluralize(last.items.length, "item");
  if (canUse) {
    return (
      <p className="row wrap gap-8 small" role="status">
        <span>
          {`Same as last time: ${items} of ${formatDate(last.date)}, `}
          <Money amount={last.grandTotal} />
        </span>
        <Button look="link" onClick={takeLines} aria-keyshortcuts="Alt+L">
          Use
          <span className="sr-only">{` the lines of ${last.invoiceNumber}`}</span>
        </Button>
        <Key name="Alt L" />
      </p>
    );
  }
  const moved = months === 0 ? "" : `, months moved on by ${months === 1 ? "one" : String(months)}`;
  return (
    <p className="row wrap gap-8 small good" role="status">
      <Icon name="check" />
      {`${items} from ${last.invoiceNumber} of ${formatDate(last.date)}${moved}`}
      <Button look="link" label="Undo" onClick={giveBack} />
    </p>
  );
}
