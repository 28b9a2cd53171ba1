import { NewView, type View, viewFields } from "../../domain/agencies/views.ts";
import { RecordForm, type RecordFormProps } from "./RecordForm.tsx";

interface FormProps extends Omit<RecordFormProps<View>, "onSaved"> {
  /** The list as it is shown, which a new view keeps. */
  at: Pick<View, "path" | "query">;
  onSaved(answer: { view: View }): void;
}

/** Names a view, and shares it with the team. */
export const ViewForm = ({ at, onSaved, ...props }: FormProps) => (
  <RecordForm
    {...props}
    noun="view"
    fields={viewFields}
    schema={NewView}
    needs="nothing"
    start={props.record ? undefined : at}
    onSaved={onSaved as (answer: never) => void}
  >
    {(form) => (
      <>
        {form.input("name")}
        {form.input("shared")}
      </>
    )}
  </RecordForm>
);
