import { useEffect, useState } from "react";
import type { MailList, MailRow } from "../../domain/mail/mails.ts";
import { useFetch } from "../browser/useFetch.ts";

/** The reload interval while a mail is being sent. */
const LOOK_MS = 1_500;
/** Mails due later than this are not polled. */
const NEAR_MS = 60_000;

const isMoving = ({ state, nextAt }: MailRow, now: number): boolean =>
  state === "sending" ||
  (state === "queued" && nextAt !== null && Date.parse(nextAt) - now < NEAR_MS);

/** Loads the mails of an API path, and reloads while one is being sent. */
export function useMails(url: string | null) {
  const list = useFetch<MailList>(url);
  const { reload } = list;
  const [now, setNow] = useState(() => Date.now());
  const mails = list.data?.items ?? [];
  const moving = mails.filter((mail) => isMoving(mail, now));
  const isDue = moving.some(({ nextAt }) => nextAt === null || Date.parse(nextAt) <= now);
  const isTicking = moving.length > 0;
  useEffect(() => {
    if (!isTicking) return;
    const clock = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(clock);
  }, [isTicking]);
  useEffect(() => {
    if (!isDue) return;
    const look = setInterval(reload, LOOK_MS);
    return () => clearInterval(look);
  }, [isDue, reload]);
  return { ...list, mails, now };
}
