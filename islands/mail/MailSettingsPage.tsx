import { useState } from "react";
import { formatMoment } from "../../domain/dates.ts";
import {
  type MailSettings,
  MailSettingsChange,
  SECURITIES,
  SECURITY_NAMES,
  type Security,
} from "../../domain/mail/settings.ts";
import { failureText, send } from "../browser/api.ts";
import { readSession } from "../browser/session.ts";
import { showToast } from "../browser/toasts.ts";
import { useFetch } from "../browser/useFetch.ts";
import { Allowed } from "../ui/Allowed.tsx";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { SelectField, TextField } from "../ui/Field.tsx";
import { Icon } from "../ui/Icon.tsx";
import { PageHead, Section } from "../ui/Page.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { SettingsForm } from "../ui/SettingsForm.tsx";
import { FailedToLoad, Loading } from "../ui/states.tsx";
import { useAppForm } from "../ui/useAppForm.ts";
import { useBusy } from "../ui/useBusy.ts";

const TITLE = "E-mail Settings";
const FAILED = "Failed to load settings";

export default function MailSettingsPage() {
  return (
    <Allowed permission="set up e-mail" title={TITLE}>
      <PageHead title={TITLE} />
      <Present />
    </Allowed>
  );
}

function Present() {
  const { data, failure, reload } = useFetch<MailSettings>("/api/mail-settings");
  if (data) {
    return (
      <>
        <State settings={data} onTested={reload} />
        <Form key={JSON.stringify({ ...data, tested: null })} settings={data} onSaved={reload} />
      </>
    );
  }
  if (!failure) return <Loading label="Settings" text="Loading settings..." />;
  return <FailedToLoad label="Settings" otherwise={FAILED} failure={failure} onRetry={reload} />;
}

interface Props {
  settings: MailSettings;
  onTested(): void;
}

/** Summarises the settings, and sends a test mail that shows the mail server's response. */
function State({ settings, onTested }: Props) {
  const { source, from, tested, mayBeOwn } = settings;
  const [result, setResult] = useState<{ isGood: boolean; text: string }>();
  const [isTesting, test] = useBusy(async () => {
    try {
      const { answer } = await send<{ answer: string }>("POST", "/api/mail-settings/test", {});
      setResult({ isGood: true, text: `The mail server accepted the test: ${answer}` });
      onTested();
    } catch (failure) {
      setResult({ isGood: false, text: failureText(failure, "Could not reach the server.") });
    }
  });
  const self = readSession()?.user.email;
  if (source === "none") {
    return (
      <p className="notice mail-state" role="note">
        {mayBeOwn
          ? "E-mail is not set up: enter your own mail account below."
          : "The server’s SMTP_URL and SMTP_FROM are missing. Links, WhatsApp and PDFs work."}
      </p>
    );
  }
  const origin =
    source === "agency" ? "sent from your own account" : "sent from the server’s account";
  return (
    <section className="panel mail-state" aria-label="State">
      <Section title="Sending">
        <p>
          {"E-mails come from "}
          <strong>{from}</strong>
          {`, ${origin}. `}
          {tested
            ? `Last successful test: ${formatMoment(tested.at)}.`
            : "No successful test since these settings changed."}
        </p>
        <p className="mt-16">
          <Button icon="send" label={`Send a test to ${self}`} isBusy={isTesting} onClick={test} />
        </p>
        <div aria-live="polite">
          {result && (
            <p className={result.isGood ? "pos" : "error"}>
              <Icon name={result.isGood ? "circle-check" : "circle-alert"} />
              {result.text}
            </p>
          )}
        </div>
      </Section>
    </section>
  );
}

function Form({ settings, onSaved }: { settings: MailSettings; onSaved(): void }) {
  const { own, mayBeOwn, replyTo } = settings;
  const form = useAppForm({
    needs: "set up e-mail",
    values: {
      replyTo,
      isOwn: own !== null,
      host: own?.host ?? "",
      port: `${own?.port ?? 587}`,
      security: own?.security ?? ("STARTTLS" as Security),
      username: own?.username ?? "",
      password: "",
      from: own?.from ?? "",
    },
    schema: MailSettingsChange,
    read: ({ replyTo, isOwn, port, ...account }) => ({
      replyTo,
      ...(mayBeOwn && { own: isOwn ? { ...account, port: Number(port) || port } : null }),
    }),
    save: (body) => send("PUT", "/api/mail-settings", body),
    onSaved: () => {
      showToast("success", "E-mail settings updated");
      onSaved();
    },
    otherwise: "Failed to update settings",
  });
  const { values } = form;
  // The API nests an account's fields under its name.
  const field = (name: "from" | "host" | "password" | "port" | "security" | "username") => ({
    ...form.field(name),
    name: `own.${name}`,
    error: form.errorAt(`own.${name}`),
  });
  return (
    <SettingsForm form={form} notice="" reset="Cancel">
      <fieldset className="panel">
        <legend className="sr-only">E-mail</legend>
        <Section title="Replies">
          <TextField
            label="Reply-to address"
            type="email"
            help="Leave empty to send replies to the person who sent the e-mail."
            field={form.field("replyTo")}
          />
        </Section>
        {mayBeOwn && (
          <Section title="Account">
            <Checkbox
              name="isOwn"
              label="Use our own mail account"
              isOn={values.isOwn}
              onChange={(isOn) => form.change("isOwn", isOn)}
            />
            {values.isOwn && (
              <div className="grid-2 mt-16">
                <TextField
                  label="From"
                  required
                  help="An address this account is allowed to send from."
                  field={field("from")}
                />
                <TextField label="Host" required placeholder="smtp.…" field={field("host")} />
                <TextField label="Port" required inputMode="numeric" field={field("port")} />
                <SelectField
                  label="Encryption"
                  options={SECURITIES.map((name) => [name, SECURITY_NAMES[name]] as const)}
                  field={field("security")}
                />
                <TextField label="User name" autoComplete="off" field={field("username")} />
                <PasswordField
                  label="Password"
                  autoComplete="new-password"
                  help={own?.hasPassword ? "Leave empty to keep the saved password." : ""}
                  field={field("password")}
                />
              </div>
            )}
          </Section>
        )}
      </fieldset>
    </SettingsForm>
  );
}
