import { type ReactNode, useCallback, useEffect, useState } from "react";
import { toViewQuery, type View } from "../../domain/agencies/views.ts";
import { get, send, toastError } from "../browser/api.ts";
import { UNDONE } from "../browser/pageEvents.ts";
import { showToast } from "../browser/toasts.ts";
import { useUrlQuery } from "../browser/urlQuery.ts";
import {
  currentView,
  listViews,
  openView,
  storeViews,
  VIEWS_STORED,
  viewAddress,
} from "../layout/views.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { Menu } from "./Menu.tsx";
import { useLazyDialog } from "./useBusy.ts";
import { useOn } from "./useOn.ts";

const reload = () => get<{ views: View[] }>("/api/views").then(({ views }) => storeViews(views));

/** The saved views of a list, above it, and the button that saves what is shown as a new one. */
export function useViewsBar(isFiltered: boolean): { bar: ReactNode; button: ReactNode } {
  const search = useUrlQuery();
  const [, setTurn] = useState(0);
  const draw = useCallback(() => setTurn((turn) => turn + 1), []);
  const form = useLazyDialog((_: View | undefined) =>
    import("./ViewForm.tsx").then(({ ViewForm }) => ViewForm),
  );
  useEffect(() => {
    addEventListener(VIEWS_STORED, draw);
    return () => removeEventListener(VIEWS_STORED, draw);
  }, [draw]);
  useOn(UNDONE, () => void reload().catch(() => {}));
  if (search === null) return { bar: <div className="views-bar" />, button: null };

  const path = location.pathname as View["path"];
  const views = listViews(path);
  const current = currentView();
  const query = toViewQuery(path, search);
  const isChanged = current !== undefined && toViewQuery(path, current.query) !== query;
  const change = async (fields: Partial<View>, success: string) => {
    if (!current) return;
    try {
      await send("PUT", `/api/views/${current._id}`, fields);
      await reload();
      showToast("success", success);
    } catch (failure) {
      toastError("Could not save the view. Try again.")(failure);
    }
  };
  const remove = async () => {
    if (!current) return;
    try {
      await send("DELETE", `/api/views/${current._id}`);
      openView(undefined);
      await reload();
      showToast("success", `View “${current.name}” deleted`);
    } catch (failure) {
      toastError("Could not delete the view. Try again.")(failure);
    }
  };
  const share = {
    label: current?.shared ? "Make private" : "Share with the team",
    icon: "users" as const,
    run: () =>
      void change(
        { shared: !current?.shared },
        current?.shared ? "Only you see this view now" : "Your team sees this view now",
      ),
  };
  const bar = (
    <>
      <nav className="views-bar row wrap gap-8 mb-12 text-13" aria-label="Views">
        {views.length > 0 && (
          <a
            className="btn btn-quiet"
            href={path}
            aria-current={current ? undefined : "true"}
            onClick={() => openView(undefined)}
          >
            All
          </a>
        )}
        {views.map((view) => (
          <a
            key={view._id}
            className={view._id === current?._id ? "btn" : "btn btn-quiet"}
            href={viewAddress(view)}
            aria-current={view._id === current?._id ? "true" : undefined}
            onClick={() => openView(view)}
          >
            {view.name}
          </a>
        ))}
        {current && (
          <Menu
            label={`View ${current.name}`}
            className="btn-quiet btn-more"
            items={[
              { label: "Rename", icon: "pencil", run: () => form.open(current) },
              ...(current.isOwn || !current.shared ? [share] : []),
              { label: "Delete", icon: "trash-2", run: () => void remove() },
            ]}
          >
            <Icon name="ellipsis" />
          </Menu>
        )}
        {isChanged && (
          <>
            <span className="pill">changed</span>
            <Button
              look="link"
              label="Save"
              onClick={() => void change({ query }, `View “${current.name}” saved`)}
            />
            <Button look="link" label="Save as new…" onClick={() => form.open(undefined)} />
          </>
        )}
      </nav>
      {form.draw((Form, record) => (
        <Form
          record={record}
          at={{ path, query }}
          onSaved={({ view }) => {
            openView(view);
            void reload().catch(() => {});
          }}
          onClose={form.close}
        />
      ))}
    </>
  );
  const button = isFiltered && !current && (
    <Button look="quiet" label="Save view" onClick={() => form.open(undefined)} />
  );
  return { bar, button };
}
