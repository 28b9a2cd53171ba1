import { useState } from "react";
import type { Member } from "../../domain/team.ts";
import { sentenceOf } from "../browser/api.ts";
import { useKeys } from "../browser/keys.ts";
import { useFetch } from "../browser/useFetch.ts";
import { useHash } from "../browser/useHash.ts";
import { AccessDenied, Allowed, isDenied } from "../ui/Allowed.tsx";
import { ListHead } from "../ui/ListHead.tsx";
import { showToast } from "../ui/toasts.ts";
import { useLazy } from "../ui/useLazy.ts";
import { RemoveMember } from "./RemoveMember.tsx";
import { TeamTable } from "./TeamTable.tsx";

/** Who works with these books: the owner's to say. */
export default function Team() {
  return (
    <Allowed permission="manage team" title="Team Members">
      <Members />
    </Allowed>
  );
}

function Members() {
  const { data, failure, reload } = useFetch<{ users: Member[] }>("/api/users/team", (failure) =>
    showToast("error", sentenceOf(failure, "Failed to load team members")),
  );
  const [opened, setOpened] = useState<{ member: Member | undefined }>();
  const [leaving, setLeaving] = useState<Member>();
  const [Form, fetchForm] = useLazy(() => import("./MemberForm.tsx").then((m) => m.MemberForm));
  const open = (member?: Member) => void fetchForm().then(() => setOpened({ member }));
  useHash({ new: () => open() });
  useKeys({ n: () => open() });

  if (isDenied(failure)) return <AccessDenied title="Team Members" permission="manage team" />;
  return (
    <>
      <ListHead title="Team Members" add="Add Team Member" onAdd={() => open()} />
      <TeamTable
        members={data?.users}
        failure={failure}
        onRetry={reload}
        onEdit={open}
        onRemove={setLeaving}
      />
      {opened && Form && (
        <Form member={opened.member} onSaved={reload} onClose={() => setOpened(undefined)} />
      )}
      {leaving && (
        <RemoveMember member={leaving} onChanged={reload} onClose={() => setLeaving(undefined)} />
      )}
    </>
  );
}
