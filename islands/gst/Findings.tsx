import { type FormEvent, useEffect, useRef, useState } from "react";
import { pluralize } from "../../domain/counts.ts";
import type { GstPeriod } from "../../domain/gst/returns/filings.ts";
import type { Finding, Fix } from "../../domain/gst/returns/findings.ts";
import { COMMON_SACS } from "../../domain/gst/sac.ts";
import { TREATMENT_NAMES, TREATMENTS } from "../../domain/gst/supply.ts";
import { failureText, send } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { can } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";

interface Props {
  data: GstPeriod;
  onChanged(): void;
}

/** The document or client of a finding. */
interface Subject {
  subject: string;
  link: string;
  findings: Finding[];
}

const bySubject = (findings: Finding[]): Subject[] =>
  [...Map.groupBy(findings, ({ subject }) => subject)].map(([subject, some]) => ({
    subject,
    link: some[0]?.link ?? "/gst",
    findings: some,
  }));

/** The check before filing: errors first, each with its fix. Minor notes are collapsed. */
export function Findings({ data, onChanged }: Props) {
  const { preflight } = data;
  const errors = bySubject(preflight.filter(({ level }) => level === "ERROR"));
  const warnings = bySubject(preflight.filter(({ level }) => level === "WARNING"));
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLElement>(null);
  const walk = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(".preflight-row a") ?? [])];
    const at = rows.findIndex((row) => row.closest(".preflight-row")?.matches(":focus-within"));
    rows[Math.max(0, at + step)]?.focus();
  };
  useKeys({ j: () => walk(1), k: () => walk(-1) });
  const things = pluralize(errors.length, "thing");
  return (
    <section
      ref={list}
      className={`panel preflight ${errors.length === 0 ? "is-clean" : ""}`}
      aria-label="Check"
    >
      <div className="preflight-head row wrap gap-8">
        {errors.length === 0 && <Icon name="circle-check" />}
        <h2>{errors.length === 0 ? "Nothing to fix" : `${things} to fix before you file`}</h2>
        {warnings.length > 0 && (
          <Button
            look="link"
            className="spring"
            aria-expanded={isOpen}
            label={`${warnings.length} to review`}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron-down" />
          </Button>
        )}
      </div>
      <datalist id="gst-sacs">
        {COMMON_SACS.map(({ code, service }) => (
          <option key={code} value={code}>
            {service}
          </option>
        ))}
      </datalist>
      {errors.map((one) => (
        <Row key={one.subject} one={one} data={data} onChanged={onChanged} />
      ))}
      {isOpen &&
        warnings.map((one) => (
          <Row key={one.subject} one={one} data={data} onChanged={onChanged} isWarning />
        ))}
    </section>
  );
}

const rowClasses = "grid items-center gap-4-12 p-8-16 line-above breaks text-13";

function Row({ one, data, onChanged, isWarning }: Props & { one: Subject; isWarning?: boolean }) {
  const { subject, link, findings } = one;
  const rows = Object.values(data.sections).flat();
  const document = rows.find((row) => row.number === subject);
  const fixes = findings.flatMap(({ fix }) => fix ?? []);
  const isFixable = fixes.length > 0 && can("edit invoices");
  return (
    <div className={`preflight-row ${isWarning ? "is-warning" : ""} ${rowClasses}`}>
      <Icon className="bad" name={isWarning ? "triangle-alert" : "circle-alert"} />
      <div>
        <a className="inline-block strong min-24" href={link}>
          {subject}
        </a>
        {document && <div className="small muted">{document.client}</div>}
      </div>
      <div className="said">
        {findings.map(({ code, message }) => (
          <p className="snug" key={code}>
            {message}
          </p>
        ))}
      </div>
      {isFixable && (
        <Fixer fixes={fixes} subject={subject} onChanged={onChanged} period={data.period} />
      )}
    </div>
  );
}

interface FixerProps {
  fixes: Fix[];
  subject: string;
  period: string;
  onChanged(): void;
}

/** The field and the button that fix a finding. Enter presses the button. */
function Fixer({ fixes, subject, period, onChanged }: FixerProps) {
  const [first] = fixes;
  const field = first?.field ?? "gstin";
  const lines = fixes
    .flatMap((fix) => (fix.field === field ? fix.lines : []))
    .toSorted((a, b) => a.line - b.line);
  const [values, setValues] = useState<string[]>(() =>
    field === "gstin" ? [first?.value ?? ""] : lines.map(({ value }) => value),
  );
  const [wrong, setWrong] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  if (!first) return null;
  const set = (n: number, value: string) => setValues(values.with(n, value));
  const body = {
    field,
    id: first.id,
    ...(field === "gstin" && { value: values[0] }),
    lines: field === "gstin" ? [] : lines.map(({ line }, n) => ({ line, value: values[n] ?? "" })),
  };
  const fix = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setWrong("");
    try {
      await send("PUT", `/api/gst/${period}/corrections`, body);
      showToast("success", `Corrected: ${subject}`);
      onChanged();
    } catch (failure) {
      if (isThere.current) setWrong(failureText(failure, "Failed to correct it"));
    }
    if (isThere.current) setBusy(false);
  };
  const describeLine = (n: number) => (lines.length > 1 ? `Line ${lines[n]?.line}` : "HSN or SAC");
  return (
    <form className="fix row wrap gap-8" onSubmit={fix}>
      {values.map((value, n) => (
        <FixField
          key={n}
          field={field}
          value={value}
          hint={field === "hsnSac" ? describeLine(n) : ""}
          label={field === "gstin" ? `GSTIN of ${subject}` : toFieldLabel(field, lines[n])}
          onChange={(next) => set(n, next)}
        />
      ))}
      <Button type="submit" label="Update" isBusy={isBusy} />
      {wrong && (
        <p className="error-text" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}

const toFieldLabel = (field: "hsnSac" | "treatment", line: Fix["lines"][number] | undefined) =>
  `${field === "hsnSac" ? "HSN or SAC" : "Treatment"} of line ${line?.line}, ${line?.description}`;

interface FieldProps {
  field: Fix["field"];
  label: string;
  hint: string;
  value: string;
  onChange(value: string): void;
}

function FixField({ field, label, hint, value, onChange }: FieldProps) {
  if (field === "treatment") {
    return (
      <select
        className="input"
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Choose...</option>
        {TREATMENTS.map((treatment) => (
          <option key={treatment} value={treatment}>
            {TREATMENT_NAMES[treatment]}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      className={`input ${field === "hsnSac" ? "is-code" : ""}`}
      aria-label={label}
      title={label}
      placeholder={hint}
      value={value}
      autoComplete="off"
      spellCheck={false}
      {...(field === "hsnSac" && { list: "gst-sacs", inputMode: "numeric" as const })}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
