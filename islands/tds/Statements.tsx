import { formatDate, today } from "../../domain/dates.ts";
import type { FormStatement, TdsStatement } from "../../domain/tds/statement.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Money } from "../ui/Money.tsx";
import { useAccountsDialog } from "../ui/useAccountsDialog.ts";
import type { ToFile } from "./StatementForm.tsx";

interface Props {
  statement: TdsStatement;
  onChanged(): void;
}

/** Form 140 and 144 of the quarter: what is missing, the fee if one is late, and the filing. */
export function Statements({ statement, onChanged }: Props) {
  const form = useAccountsDialog((_: ToFile) =>
    import("./StatementForm.tsx").then((m) => m.StatementForm),
  );
  const { quarter, forms } = statement;
  return (
    <>
      {forms.map((one) => (
        <Statement
          key={one.form}
          statement={one}
          onFile={() => form.open({ quarter, form: one.form, fee: one.fee })}
        />
      ))}
      {form.draw((Form, accounts, what) => (
        <Form what={what} onChanged={onChanged} accounts={accounts} onClose={form.close} />
      ))}
    </>
  );
}

function Statement({ statement, onFile }: { statement: FormStatement; onFile(): void }) {
  const { form, due, filed, fee, errors } = statement;
  const isLate = !filed && due < today();
  return (
    <section className="card" aria-label={`Form ${form}`}>
      <h2>{`Form ${form}`}</h2>
      <p className={`small ${isLate ? "neg" : "muted"}`}>
        {filed ? `filed on ${formatDate(filed.date)}` : `due by ${formatDate(due)}`}
      </p>
      {fee > 0 && (
        <ul className="tds-lines">
          <li className="grid items-center gap-4-8">
            <span>Late filing fee</span>
            <Money amount={fee} />
          </li>
        </ul>
      )}
      {errors.map(({ message }) => (
        <p className="tds-say flex items-start gap-6 small" key={message}>
          <Icon name="circle-alert" />
          {message}
        </p>
      ))}
      {!filed && <Button label={`Mark Form ${form} as filed`} onClick={onFile} />}
    </section>
  );
}
