import { type ReactNode, useState } from "react";
import type { Account } from "../../domain/ledger/accounts.ts";
import type { Failure } from "../browser/api.ts";
import { can } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { addHere } from "../ui/addHere.tsx";
import { Button } from "../ui/Button.tsx";
import { openAccounts, SelectField, TextField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { UploadAnswers } from "./useUpload.ts";

interface UndecidedProps {
  needs: string;
  failure: Failure;
  name: string;
  onAnswer(answers: UploadAnswers): void;
}

/** Asks for what a file lacks before it can be parsed. */
export function NeedsInput({ needs, failure, name, onAnswer: onSaid }: UndecidedProps) {
  if (needs === "password") return <AskPassword failure={failure} name={name} onAnswer={onSaid} />;
  if (needs === "account") return <AskAccount failure={failure} onAnswer={onSaid} />;
  if (needs === "columns") return <AskColumns failure={failure} onAnswer={onSaid} />;
  const sentences = (failure.about.sentences as string[] | undefined) ?? [failure.message];
  return (
    <div className="callout is-neg is-tall" role="alert">
      <Icon name="triangle-alert" />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}.</p>
        ))}
        <p>
          A line is missing from the file. Download these days from the bank again; bahi merges the
          two files and skips the lines it already has.
        </p>
      </div>
      {can("accept gaps") && (
        <div className="actions">
          <Button label="Import with the gap" onClick={() => onSaid({ acceptGaps: true })} />
        </div>
      )}
    </div>
  );
}

const createField = (
  name: string,
  value: string,
  change: (text: string) => void,
  error?: string,
) => ({
  name,
  value,
  change,
  error,
  blur() {},
});

function Ask(props: { onSubmit(): void; verb: string; children: ReactNode }) {
  return (
    <form
      className="grid gap-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      {props.children}
      <Button className="at-start" type="submit" look="primary" label={props.verb} />
    </form>
  );
}

function AskPassword({ failure, name, onAnswer: onSaid }: Omit<UndecidedProps, "needs">) {
  const [password, setPassword] = useState("");
  const isWrong = failure.message.startsWith("That password");
  return (
    <Ask verb="Open" onSubmit={() => password && onSaid({ password })}>
      <TextField
        label={`Password for ${name}`}
        type="password"
        data-autofocus
        help="Used once and never stored"
        field={createField(
          "password",
          password,
          setPassword,
          isWrong ? failure.message : undefined,
        )}
      />
    </Ask>
  );
}

function AskAccount({ failure, onAnswer: onSaid }: Omit<UndecidedProps, "name" | "needs">) {
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts");
  const [chosen, setAccount] = useState<string>();
  const { account, bank, belongsTo } = failure.about as {
    account?: string | null;
    bank?: string | null;
    belongsTo?: { _id: string; name: string } | null;
  };
  const open = openAccounts(accounts.data?.accounts ?? []);
  // Account names often contain the last digits of the number, as on bank statements.
  const named = account && open.find(([, name]) => name.includes(account.slice(-4)))?.[0];
  const accountId = chosen ?? belongsTo?._id ?? (named || "");
  const isOther = belongsTo !== undefined;
  const says = [bank, account && `account ${account}`].filter(Boolean).join(", ");
  return (
    <Ask verb="Continue" onSubmit={() => accountId && onSaid({ accountId })}>
      {isOther && (
        <p className="error" role="alert">
          <Icon name="circle-alert" />
          {failure.message}
        </p>
      )}
      <SelectField
        label="Which account is this?"
        blank="Choose an account"
        source={accounts}
        options={open}
        help={says ? `The file says ${says}` : "The file does not name an account"}
        field={createField("accountId", accountId, setAccount)}
      />
      <Button
        look="link"
        icon="plus"
        label="Add Account"
        onClick={() =>
          addHere("account", {
            onMade: ({ _id }) => {
              accounts.reload();
              setAccount(_id);
            },
          })
        }
      />
    </Ask>
  );
}

const ROLES = [
  ["date", "Date"],
  ["narration", "Narration"],
  ["reference", "Reference"],
  ["debit", "Money out"],
  ["credit", "Money in"],
  ["amount", "Amount, either way"],
  ["balance", "Balance"],
] as const;

function AskColumns({ failure, onAnswer: onSaid }: Omit<UndecidedProps, "name" | "needs">) {
  const { captions = [], sample = [] } = failure.about as {
    captions?: string[];
    sample?: string[][];
  };
  const [roles, setRoles] = useState<Record<string, string>>({});
  const options = captions.map((caption, at) => {
    const example = sample.map((row) => row[at]).find(Boolean) ?? "";
    return [String(at), `${caption || `Column ${at + 1}`}: ${example}`] as const;
  });
  const assigned = Object.entries(roles).filter(([, at]) => at !== "");
  const has = (role: string) => Boolean(roles[role]);
  const isEnough =
    has("date") && has("narration") && (has("amount") || (has("debit") && has("credit")));
  return (
    <Ask
      verb="Read"
      onSubmit={() =>
        isEnough && onSaid({ columns: assigned.map((pair) => pair.join(":")).join() })
      }
    >
      <p className="strong">Which columns are these?</p>
      <p className="help">
        Date, narration, and money out and in, or one amount. bahi remembers your choice for this
        account.
      </p>
      {ROLES.map(([role, label]) => (
        <SelectField
          key={role}
          label={label}
          blank="None"
          options={options}
          field={createField(role, roles[role] ?? "", (at) => setRoles({ ...roles, [role]: at }))}
        />
      ))}
    </Ask>
  );
}
