import type { ReactNode } from "react";
import { RESET_POLICIES } from "../../domain/numbering.ts";
import { type FormField, SelectField, TextField } from "./Field.tsx";

interface Props {
  field(name: "series" | "prefix" | "resetPolicy"): FormField;
  nextSeq: number;
  seriesHelp: string;
  prefixHelp: string;
}

/** How an agency numbers one kind of document. */
export function NumberingFields({ field, nextSeq, seriesHelp, prefixHelp }: Props) {
  return (
    <div className="grid-2">
      <TextField
        label="Series"
        required
        autoComplete="off"
        help={seriesHelp}
        field={field("series")}
      />
      <TextField
        label="Prefix"
        required
        autoComplete="off"
        help={prefixHelp}
        field={field("prefix")}
      />
      <SelectField
        label="Reset Policy"
        help="YEARLY begins again at 1 in each financial year, April to March."
        field={field("resetPolicy")}
      >
        {RESET_POLICIES.map((policy) => (
          <option key={policy}>{policy}</option>
        ))}
      </SelectField>
      <TextField
        label="Next Sequence Number"
        readOnly
        help="Numbers are sequential, without gaps."
        field={{
          name: "nextSeq",
          value: String(nextSeq),
          error: undefined,
          change: () => {},
          blur: () => {},
        }}
      />
    </div>
  );
}

interface NextProps {
  title: string;
  number: string;
  children: ReactNode;
}

/** The number that the next document gets, as the fields beside it are typed. */
export function NextNumber({ title, number, children }: NextProps) {
  return (
    <section className="card slip" aria-labelledby="next">
      <h2 id="next">{title}</h2>
      <output className="doc next-number">{number}</output>
      {children}
    </section>
  );
}
