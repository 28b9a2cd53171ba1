import type { ReactNode } from "react";
import type { Locks } from "../../domain/agencies/locks.ts";
import { addDays, today, toFinancialYear } from "../../domain/dates.ts";
import { toLastOfMonth } from "../../domain/months.ts";
import { Button, LinkButton } from "../ui/Button.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { dayText, formatChangedBy } from "./words.ts";

const MONTHS = 24;
const MONTH = 10;
const WIDTH = MONTHS * MONTH;
const LETTERS = "AMJJASONDJFM";

interface Props {
  locks: Locks;
  onMove(): void;
  /** Closes the books up to the filed GST returns. */
  onFollow(): void;
  onFinish(): void;
}

/** Three bars along the months of last and this financial year, with today marked. */
export function LockChart({ locks, onMove, onFollow, onFinish }: Props) {
  const year = toFinancialYear(today()) - 1;
  const { lockedTo, filedTo, finalTo } = locks;
  return (
    <div className="panel lock-chart grid mb-16">
      <div className="lock-row axis-row grid items-center p-8-16" aria-hidden="true">
        <span />
        <div className="lock-months grid text-mid">
          {[year, year + 1].map((of) => (
            <span className="fy" key={of}>{`FY ${of % 100}-${(of + 1) % 100}`}</span>
          ))}
          {[...LETTERS, ...LETTERS].map((letter, n) => (
            <span key={n}>{letter}</span>
          ))}
        </div>
        <span />
      </div>
      <Row
        year={year}
        locks={locks}
        which="lockedTo"
        name="Books closed"
        icon="lock"
        about="Nothing up to this date can be added, changed or deleted"
      >
        <Button label={lockedTo ? "Move…" : "Close…"} onClick={onMove} />
      </Row>
      <Row
        year={year}
        locks={locks}
        which="filedTo"
        name="GST filed"
        icon="badge-percent"
        about="Set when GSTR-1 is marked as filed; this does not lock the books"
      >
        {filedTo > lockedTo ? (
          <Button label="Close up to here" onClick={onFollow} />
        ) : (
          <LinkButton look="quiet" label="Open GST" href="/gst" />
        )}
      </Row>
      <Row
        year={year}
        locks={locks}
        which="finalTo"
        name="Final"
        icon="archive"
        about="Year finalised; cannot be reversed"
      >
        <Button
          needs="reopen books"
          look="quiet"
          label={finalTo ? "Extend…" : "Make final…"}
          onClick={onFinish}
        />
      </Row>
    </div>
  );
}

interface RowProps {
  year: number;
  locks: Locks;
  which: keyof Locks["set"];
  name: string;
  icon: IconName;
  about: string;
  children: ReactNode;
}

function Row({ year, locks, which, name, icon, about, children }: RowProps) {
  const day = locks[which];
  const change = locks.set[which];
  const at = toX(today(), year);
  return (
    <section className="lock-row grid items-center p-8-16 line-above" aria-label={name}>
      <div>
        <h2 className="row gap-8">
          <Icon name={icon} />
          {name}
        </h2>
        <p>{about}</p>
      </div>
      <svg
        className="lock-bar block full"
        viewBox={`0 0 ${WIDTH} 20`}
        preserveAspectRatio="none"
        role="img"
        aria-label={day ? `${name} to ${dayText(day)}` : `${name}: not set`}
      >
        <rect className="free" x="0" y="5" width={WIDTH} height="10" rx="1.5" />
        {day && (
          <rect
            className={`shut is-${which}`}
            x="0"
            y="5"
            width={toX(addDays(day, 1), year)}
            height="10"
            rx="1.5"
          />
        )}
        {Array.from({ length: MONTHS - 1 }, (_, n) => (n + 1) * MONTH).map((x) => (
          <line className="tick" key={x} x1={x} x2={x} y1="5" y2="15" />
        ))}
        <line className="today" x1={at} x2={at} y1="1" y2="19" />
      </svg>
      <div className="lock-end row between gap-8">
        <div className="min-0">
          <strong className="num block nowrap text-14">{dayText(day)}</strong>
          {change && <span className="cell-sub block clip nowrap">{formatChangedBy(change)}</span>}
        </div>
        {children}
      </div>
    </section>
  );
}

/** Returns a date's position on the axis, where every month has the same width. */
function toX(day: string, year: number): number {
  const month = (Number(day.slice(0, 4)) - year) * 12 + Number(day.slice(5, 7)) - 4;
  const length = Number(toLastOfMonth(day).slice(8));
  const x = (month + (Number(day.slice(8)) - 1) / length) * MONTH;
  return Math.min(Math.max(x, 0), WIDTH);
}
