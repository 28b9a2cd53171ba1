import { useState } from "react";
import * as v from "valibot";
import {
  type Checkpoint,
  GivenCheckpoint,
  readCheckpoint,
} from "../../domain/agencies/checkpoints.ts";
import type { LogCheck } from "../../domain/agencies/recordsCheck.ts";
import { pluralize } from "../../domain/counts.ts";
import { formatDate, today } from "../../domain/dates.ts";
import { get } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { saveFile } from "../ui/downloads.ts";
import { TextField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PageHead } from "../ui/Page.tsx";
import { AuditTabs } from "../ui/PageTabs.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { useBusy } from "../ui/useBusy.ts";
import { Changed, GivenHeads } from "./IntegrityLists.tsx";

const FAILED = "Failed to verify the audit log";
const groupDigits = (count: number) => count.toLocaleString("en-US");
const countMatches = (records: number) => pluralize(records, "record matches", "records match");
const formatDay = (moment: string) => formatDate(today(new Date(moment)));

export default function Integrity() {
  return (
    <Allowed permission="view audit log" title="Audit Log">
      <Proof />
    </Allowed>
  );
}

function Proof() {
  const { data, failure, isLoading, reload } = useFetch<LogCheck>("/api/audit/verify");
  const [isExporting, exportLog] = useBusy(() =>
    saveFile("/api/audit/export.jsonl", "application/jsonl", "Failed to export the audit log"),
  );
  return (
    <>
      <PageHead title="Audit Log">
        <Button icon="download" label="Export log" isBusy={isExporting} onClick={exportLog} />
        <Button look="primary" label="Verify now" isBusy={isLoading} onClick={reload} />
      </PageHead>
      <AuditTabs path="/settings/audit/integrity" />
      {data ? (
        <>
          <Thread check={data} />
          <Changed differences={data.records.differences} />
        </>
      ) : failure ? (
        <FailedToLoad label="Integrity" failure={failure} otherwise={FAILED} onRetry={reload} />
      ) : (
        <Loading label="Integrity" text="Verifying each entry…" />
      )}
      <div className="integrity-parts grid items-start gap-16">
        <CheckpointPanel />
        <section className="panel" aria-labelledby="proves">
          <h2 id="proves">What this proves</h2>
          <ul className="grid gap-6 mt-8 soft">
            <li>No entry was changed, removed or inserted since a checkpoint was issued.</li>
            <li>Every record matches its last log entry, and no record lacks one.</li>
            <li>
              If the newest entries are deleted, the rest of the log still verifies. A checkpoint
              issued before the deletion shows that entries are missing.
            </li>
            <li>It does not prove that an entry was correct when it was made.</li>
          </ul>
          <p>
            Each report has a checkpoint in its footer, and <code>bahi verify</code> checks the ones
            it has seen. Anyone can verify the exported log without bahi; docs/audit-log.md explains
            how.
          </p>
        </section>
      </div>
      {data && <GivenHeads given={data.given} />}
    </>
  );
}

function Thread({ check: { broken, entries, since, end, records } }: { check: LogCheck }) {
  const areRight = records.differences.length === 0;
  const share = broken ? (broken.seq - 1) / Math.max(entries, 1) : 1;
  return (
    <section
      className={`panel integrity grid items-center gap-8-24 mb-16 p-0 ${broken ? "is-broken" : ""}`}
      aria-labelledby="verdict"
      role={broken ? "alert" : undefined}
    >
      <div>
        <h2 className="row gap-8 text-20 tight" id="verdict">
          <Icon className="size-20" name={broken ? "circle-alert" : "shield-check"} />
          {broken
            ? `Broken at entry ${groupDigits(broken.seq)}`
            : `Verified since ${formatDay(since)}`}
        </h2>
        {broken ? (
          <p>
            {broken.why}. Keep a copy of the database and its backups as they are, compare them, and
            find out who had access to the file. The entries before it are unchanged.
          </p>
        ) : (
          <p>
            {groupDigits(entries)} entries: none changed, removed or inserted.
            {areRight && ` ${countMatches(records.compared)} the log.`}
          </p>
        )}
      </div>
      <svg
        className="thread-band block across"
        viewBox="0 0 1200 28"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {share > 0 && <line x1="6" x2={6 + share * 1188} y1="14" y2="14" />}
      </svg>
      <div className="thread-marks flex between across small muted">
        <span>1, {formatDay(since)}</span>
        <span>
          {groupDigits(end.seq)}, {end.head.slice(0, 16)}
        </span>
      </div>
    </section>
  );
}

interface Verdict {
  isRight: boolean;
  words: string;
}

/** Compares a checkpoint that someone kept with the current log. */
function CheckpointPanel() {
  const [verdict, setVerdict] = useState<Verdict>();
  const form = useAppForm({
    needs: "nothing",
    values: { head: "" },
    schema: v.strictObject({ head: GivenCheckpoint }),
    // The schema has validated it.
    save: ({ head }: { head: string }) => compare(readCheckpoint(head) as Checkpoint),
    onSaved: (result: Verdict, typed) => {
      setVerdict(result);
      return typed;
    },
    otherwise: FAILED,
  });
  return (
    <section className="panel" aria-labelledby="checkpoint">
      <h2 id="checkpoint">Verify a checkpoint</h2>
      <form className="grid gap-8 mt-12" {...form.props}>
        <TextField
          label="From the footer of a report"
          placeholder="4,127, 9c4107be22d15a08"
          field={form.field("head")}
        />
        <Button type="submit" label="Verify" isBusy={form.isBusy} />
        {verdict && (
          <p role="status" className={verdict.isRight ? "pos" : "neg"}>
            <Icon name={verdict.isRight ? "circle-check" : "circle-alert"} /> {verdict.words}
          </p>
        )}
      </form>
    </section>
  );
}

async function compare({ seq, head }: Checkpoint): Promise<Verdict> {
  const entry = `entry ${groupDigits(seq)}`;
  const check = await get<LogCheck>(`/api/audit/verify?heads=${seq}:${head}`);
  if (check.checkpoints[0]?.agrees) return { isRight: true, words: `Matches ${entry}` };
  if (seq > check.entries) {
    const words = `Differs: this log ends at entry ${groupDigits(check.entries)}, before ${entry}`;
    return { isRight: false, words };
  }
  return { isRight: false, words: `Differs: ${entry} of this log has a different hash` };
}
