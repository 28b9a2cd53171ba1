import { useSyncExternalStore } from "react";
import type { User } from "../../domain/team.ts";
import { readSession } from "../browser/session.ts";
import { PageTitle } from "../ui/Allowed.tsx";
import { NameForm } from "./NameForm.tsx";
import { PasswordForm } from "./PasswordForm.tsx";

/** One's own name and password. */
export default function Profile() {
  const isAwake = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const user = isAwake ? readSession()?.user : undefined;
  return (
    <>
      <PageTitle title="Profile" />
      {user && <Forms user={user} />}
    </>
  );
}

function Forms({ user }: { user: User }) {
  return (
    <div className="agency-form stack">
      <section className="panel" aria-labelledby="you">
        <div className="panel-head">
          <h2 id="you">You</h2>
        </div>
        <NameForm user={user} />
      </section>
      <section className="panel" aria-labelledby="password">
        <div className="panel-head">
          <h2 id="password">Password</h2>
        </div>
        <PasswordForm email={user.email} />
      </section>
      <p className="small">
        <a href="/docs">The API, for programs of your own</a>
      </p>
    </div>
  );
}
