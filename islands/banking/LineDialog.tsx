import { Acceptance } from "../../domain/banking/matching.ts";
import type { BankLine } from "../../domain/banking/statements.ts";
import type { Account } from "../../domain/ledger/accounts.ts";
import { type Category, listBookable } from "../../domain/ledger/categories.ts";
import { type Paise, sumInPaise, toPaise } from "../../domain/money.ts";
import { send } from "../browser/api.ts";
import { useFetch } from "../browser/useFetch.ts";
import { AmountField, amountText, readRupees } from "../ui/AmountField.tsx";
import { Button, IconButton } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { accountChoices, ChoiceField, namedChoices } from "../ui/ChoiceField.tsx";
import { ComboField } from "../ui/ComboField.tsx";
import { type FormField, isUnknown, type Source, TextField } from "../ui/Field.tsx";
import { FormDialog } from "../ui/FormDialog.tsx";
import type { ComboOption } from "../ui/findOptions.ts";
import { moneyText } from "../ui/Money.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import type { Wanted } from "./Pair.tsx";
import type { Chosen } from "./RuleForm.tsx";
import { toDisplayName } from "./words.ts";

interface Props {
  line: BankLine;
  wanted: Wanted;
  onSaved(line: BankLine): void;
  /** Asks for a rule from this choice. */
  onRule(chosen: Chosen): void;
  onClose(): void;
}

interface PartValues {
  key: string;
  /** A category, or another account after `account:`. */
  to: string;
  amount: string;
  description: string;
}

const TITLES: Record<Wanted, string> = {
  match: "Other match",
  rule: "New rule",
  new: "New entry",
  transfer: "Transfer",
  split: "Split",
};

/** Enters a bank transaction as an entry, a transfer, or several parts that add up to it. */
export function LineDialog({ line, wanted, onSaved, onRule, onClose }: Props) {
  const accounts = useFetch<{ accounts: Account[] }>("/api/accounts");
  const categories = useFetch<{ categories: Category[] }>("/api/categories");
  const size = Math.abs(line.amount);
  const part = (amount: number): PartValues => ({
    key: crypto.randomUUID(),
    to: "",
    amount: amount > 0 ? amountText(toPaise(amount) as Paise) : "",
    description: toDisplayName(line).slice(0, 500),
  });
  const type = line.amount > 0 ? "Income" : "Expense";
  const form = useAppForm({
    values: { create: [part(size), ...(wanted === "split" ? [part(0)] : [])], isRule: false },
    schema: Acceptance,
    read: ({ create }) => ({
      create: create.map(({ to, amount, description }) => ({
        ...(to.startsWith("account:")
          ? { accountId: to.slice("account:".length) }
          : { type, categoryId: to }),
        amount: readRupees(amount),
        ...(description.trim() && { description }),
      })),
    }),
    save: (body, key) =>
      send<{ line: BankLine }>("POST", `/api/bank-lines/${line._id}/accept`, body, key),
    onSaved: (answer: { line: BankLine }) => {
      onSaved(answer.line);
      onClose();
      const [only] = form.values.create;
      if (form.values.isRule && only) {
        onRule({ categoryId: only.to, description: only.description });
      }
    },
    otherwise: "Could not accept the line",
  });
  const { values, change } = form;
  const { create } = values;
  const ofType = listBookable(categories.data?.categories ?? [], type);
  const others = accountChoices(
    (accounts.data?.accounts ?? []).filter(({ _id }) => _id !== line.accountId),
  ).map((option) => ({ ...option, value: `account:${option.value}` }));
  const source = wanted === "transfer" || !isUnknown(categories) ? accounts : categories;
  const options = {
    transfer: others,
    split: [...namedChoices(ofType), ...others],
    new: namedChoices(ofType),
  }[wanted === "split" || wanted === "transfer" ? wanted : "new"];
  const left =
    sumInPaise(size) -
    create.reduce((sum, { amount }) => sum + BigInt(typedPaise(readRupees(amount))), 0n);
  return (
    <FormDialog title={TITLES[wanted]} verb="Accept" form={form} onClose={onClose}>
      <LineText line={line} />
      {create.map(({ key }, n) => (
        <PartFields
          key={key}
          n={n}
          isSplit={wanted === "split"}
          label={wanted === "transfer" ? "Other account" : "Category"}
          source={wanted === "new" ? categories : source}
          options={options}
          type={type}
          onMade={categories.reload}
          form={form}
          onRemove={
            create.length > 2
              ? () =>
                  change(
                    "create",
                    create.filter((_, at) => at !== n),
                  )
              : undefined
          }
        />
      ))}
      {wanted === "split" && (
        <Left
          leftPaise={left}
          onAdd={() => change("create", [...create, part(Number(left > 0n ? left : 0n) / 100)])}
        />
      )}
      {wanted === "new" && (
        <Checkbox
          name="isRule"
          label={`Do this for every ${toDisplayName(line)}`}
          isOn={values.isRule}
          onChange={(isOn) => change("isRule", isOn)}
        />
      )}
    </FormDialog>
  );
}

const LineText = ({ line }: { line: BankLine }) => (
  <p className="mb-12 small muted">
    {line.narration}
    <br />
    <span className="num">{moneyText(line.amount)}</span>
  </p>
);

/** The amount that no part covers yet. */
const Left = ({ leftPaise, onAdd }: { leftPaise: bigint; onAdd(): void }) => (
  <p className="pair-sum flex wrap items-base gap-4-8 small soft">
    <Button look="link" icon="plus" label="Add a part" onClick={onAdd} />
    <span className="spring" role="status">
      {leftPaise === 0n
        ? "The parts add up to the bank transaction"
        : `${moneyText(Number(leftPaise) / 100)} left`}
    </span>
  </p>
);

interface PartProps {
  n: number;
  isSplit: boolean;
  label: string;
  source: Source;
  options: readonly ComboOption[];
  /** The type of a new category. */
  type: Category["type"];
  /** Called after a category was created. */
  onMade(): void;
  form: {
    field(name: `create[${number}].${"amount" | "description" | "to"}`): FormField;
    errorAt(path: string): string | undefined;
  };
  onRemove: (() => void) | undefined;
}

function PartFields({ n, isSplit, label, form, onRemove, type, onMade, ...choice }: PartProps) {
  const { field, errorAt } = form;
  const error = errorAt(`create.${n}.categoryId`) ?? errorAt(`create.${n}.accountId`);
  const to = {
    ...choice,
    label,
    required: true,
    field: { ...field(`create[${n}].to`), error },
    "data-autofocus": n === 0 || undefined,
  };
  return (
    <div>
      {label === "Category" ? (
        <ChoiceField {...to} kind="category" type={type} onMade={onMade} />
      ) : (
        <ComboField {...to} kind="an account" />
      )}
      {isSplit && <AmountField label="Amount" required field={field(`create[${n}].amount`)} />}
      <TextField label="Description" field={field(`create[${n}].description`)} />
      {isSplit && onRemove && (
        <IconButton icon="x" label={`Remove part ${n + 1}`} onClick={onRemove} />
      )}
    </div>
  );
}

const typedPaise = (rupees: number | string | undefined): number =>
  typeof rupees === "number" ? (toPaise(rupees) ?? 0) : 0;
