import type { CloseItem } from "../../domain/closing/closing.ts";
import type { CloseItemSetting } from "../../domain/closing/ownItems.ts";
import { monthRange } from "../../domain/dates.ts";
import { can } from "../browser/session.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/Menu.tsx";
import { useRecordDialogs } from "../ui/useRecordDialogs.tsx";
import { isOwnItem, toOwnId } from "./steps.ts";
import type { OwnItems } from "./useOwnItems.ts";

interface Props {
  month: string;
  items: CloseItem[];
  own: OwnItems;
  onChanged(): void;
}

/** The agency's own items of the month, next to the steps. Owners and accountants define them here. */
export function OwnList({ month, items, own, onChanged }: Props) {
  const { data, reload } = useFetch<{ items: CloseItemSetting[] }>("/api/close-items");
  const { dateFrom } = monthRange(month);
  const dialogs = useRecordDialogs<CloseItemSetting>({
    noun: "item",
    plural: "close-items",
    getName: ({ name }) => name,
    loadForm: async () => {
      const { OwnItemForm } = await import("./OwnItemForm.tsx");
      return (props) => <OwnItemForm {...props} from={dateFrom} />;
    },
    onChanged: () => {
      reload();
      onChanged();
    },
  });
  const { actions } = dialogs;
  const shown = items.filter(isOwnItem);
  const mayDefine = can("set close items");
  if (shown.length === 0 && !mayDefine) return null;
  return (
    <section className="card" aria-labelledby="close-own">
      <h2 className="card-title" id="close-own">
        Your own items
      </h2>
      {shown.length > 0 ? (
        <ul className="own">
          {shown.map((item) => {
            const setting = data?.items.find(({ _id }) => _id === toOwnId(item));
            const isDone = item.state === "done";
            return (
              <li key={item.key} className={isDone ? "is-ok" : undefined}>
                <Icon name={isDone ? "circle-check" : "circle"} />
                <span>{item.title}</span>
                <span className="small muted truncate">{setting?.user.name.split(" ")[0]}</span>
                <Menu
                  label={`${item.title}: actions`}
                  className="btn-quiet"
                  items={listActions(item, setting)}
                >
                  <Icon name="ellipsis" />
                </Menu>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="help">A cash count, or anything else that you do every month.</p>
      )}
      <Button
        needs="set close items"
        look="quiet"
        icon="plus"
        label="Add an item"
        onClick={actions.onAdd}
      />
      {dialogs.drawn}
      {own.dialog.draw((Form, item) => (
        <Form item={item} month={month} onSaved={onChanged} onClose={own.dialog.close} />
      ))}
    </section>
  );

  function listActions(item: CloseItem, setting: CloseItemSetting | undefined) {
    const isCount = item.key.startsWith("count:");
    const isMarked = item.state === "done" || item.amount !== null;
    const { state } = item;
    return [
      ...(state !== "blocked" && (isCount || state === "open")
        ? [
            {
              label: isCount ? (isMarked ? "Count again" : "Count") : "Tick",
              icon: "check" as const,
              run: () => own.act(item),
            },
          ]
        : []),
      ...(isMarked
        ? [{ label: "Open again", icon: "undo-2" as const, run: () => own.reopen(item) }]
        : []),
      ...(setting && mayDefine
        ? [
            { label: "Edit", icon: "pencil" as const, run: () => actions.onEdit(setting) },
            { label: "Remove", icon: "trash-2" as const, run: () => actions.onDelete(setting) },
          ]
        : []),
    ];
  }
}
