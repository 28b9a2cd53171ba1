import type * as v from "valibot";
import { PERMISSIONS } from "../../domain/roles.ts";
import { type Call, describePermission, listStatuses } from "../api/call.ts";
import { formatCurl } from "../api/curl.ts";
import { buildBodySchema, listParameters, WORDS } from "../api/document.ts";
import { describeType, type Field, listFields, listNotes } from "../api/fields.ts";
import { writeJson } from "../api/json.ts";
import { toSchema } from "../api/jsonSchema.ts";
import { Code, Method, Prose } from "./ApiParts.tsx";

interface Props {
  call: Call;
  /** The recorded responses by status. */
  examples: Record<string, unknown>;
  named: Record<string, v.GenericSchema>;
}

/** A call: description and input on the left, example and response on the right. */
export function ApiCall({ call, examples, named }: Props) {
  const { name, method, path, summary, about, who } = call;
  const isMembers = who === "members" || who === "everyone";
  return (
    <article className="api-call grid line-below" aria-labelledby={name}>
      <div className="api-told">
        <h3 className="text-16" id={name}>
          <a href={`#${name}`}>{summary}</a>
        </h3>
        <p className="row wrap gap-4-8">
          <Method method={method} />
          <code className="api-path breaks ink">{path.replace(":id", "{id}")}</code>
          <span className={isMembers ? "pill pill-line" : "pill"}>{describePermission(call)}</span>
        </p>
        {about && <Prose text={about} />}
        <Taken call={call} />
        <Given call={call} named={named} />
        <Refusals call={call} examples={examples} />
      </div>
      <div className="grid packed gap-12">
        {call.body && "csv" in call.body && (
          <Code title="The file" of={summary} text={call.body.csv} />
        )}
        <Code title="Request" of={summary} text={formatCurl(call)} isShell />
        <Answer call={call} examples={examples} />
      </div>
    </article>
  );
}

function Taken({ call }: { call: Call }) {
  const parameters = listParameters(call).map(
    ({ name, in: where, required, description, schema }): Field => ({
      path: name,
      ...describeType(schema),
      isRequired: required,
      notes: [...(where === "header" ? ["Header"] : []), ...listNotes({ ...schema, description })],
    }),
  );
  const { body, logo, summary } = call;
  const sent = body && "schema" in body ? listFields(buildBodySchema(body)) : [];
  if (logo) {
    const notes = ["Part of a multipart form", "PNG, JPEG or GIF"];
    sent.push({ path: "logo", type: "file", isRequired: !body, notes });
  }
  return (
    <>
      {parameters.length > 0 && (
        <>
          <h4 className="small strong">Parameters</h4>
          <Fields fields={parameters} caption={`Parameters: ${summary}`} />
        </>
      )}
      {sent.length > 0 && (
        <>
          <h4 className="small strong">
            {body && "isChange" in body ? "Body (all fields optional)" : "Body"}
          </h4>
          <Fields fields={sent} caption={`Body: ${summary}`} />
        </>
      )}
    </>
  );
}

interface FieldsProps {
  fields: Field[];
  caption: string;
  /** Whether to mark fields that may be missing, instead of required ones. */
  isAnswer?: boolean;
}

export function Fields({ fields, caption, isAnswer = false }: FieldsProps) {
  return (
    <table className="api-fields">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th className="line-above text-start text-13" scope="col">
            Field
          </th>
          <th className="line-above text-start text-13" scope="col">
            Description
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, type, of, isRequired, notes }) => (
          <tr key={path}>
            <th className="line-above text-start text-13" scope="row">
              <code>{path}</code>
              {isRequired !== isAnswer && (
                <span className="api-required inline-block text-11 warn">
                  {isAnswer ? "optional" : "required"}
                </span>
              )}
            </th>
            <td className="line-above text-start text-13">
              <p>
                {type}{" "}
                {of && (
                  <a className="underlined" href={`#shape-${of}`}>
                    {of}
                  </a>
                )}
              </p>
              {notes.length > 0 && <p className="small muted">{`${notes.join(". ")}.`}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The fields of the response, down to named schemas. */
function Given({ call: { answer, summary }, named }: Pick<Props, "call" | "named">) {
  if ("file" in answer) return null;
  const schema = toSchema(answer.schema, named);
  const { of } = describeType(schema);
  return (
    <>
      <h4 className="small strong">Response</h4>
      {of ? (
        <p className="text-13">
          <a className="underlined" href={`#shape-${of}`}>
            {of}
          </a>
        </p>
      ) : (
        <Fields fields={listFields(schema)} caption={`Response: ${summary}`} isAnswer />
      )}
    </>
  );
}

function Refusals({ call, examples }: Omit<Props, "named">) {
  const statuses = listStatuses(call).filter(
    (status) => status >= 400 && !isEverywhere(status, call),
  );
  if (statuses.length === 0) return null;
  return (
    <>
      <h4 className="small strong">Errors</h4>
      <dl className="api-refusals">
        {statuses.map((status) => {
          const { message } = (examples[status] ?? {}) as { message?: string };
          const isRole = status === 403 && call.who in PERMISSIONS;
          return (
            <div className="grid py-4 line-above text-13" key={status}>
              <dt>{status}</dt>
              <dd>
                {message ?? WORDS[status]}
                {isRole && <span className="sr-only"> (for other roles)</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** Returns whether a status is documented once for all calls: a wrong token, type or size. */
const isEverywhere = (status: number, { who }: Call): boolean =>
  status === 413 || status === 415 || (status === 401 && who !== "open");

function Answer({ call: { answer, summary }, examples }: Omit<Props, "named">) {
  const example = examples[answer.status];
  const title = `Response ${answer.status}`;
  if ("file" in answer && !example) {
    return <p className="text-13">{`${title}: a file, ${answer.file}`}</p>;
  }
  // A new call has no example until `bun run docs:api`, which itself needs the page.
  if (example === undefined) return null;
  const text = typeof example === "string" ? example : writeJson(example);
  return <Code title={title} of={summary} text={text} />;
}
