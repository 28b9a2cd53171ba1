import { formatDate, today } from "../../domain/dates.ts";

/** `Meera, 14 Oct 2026` */
export const formatChangedBy = ({ at, by }: { at: string; by: { name: string } }) =>
  `${by.name}, ${formatDate(today(new Date(at)))}`;

export const dayText = (day: string) => (day ? formatDate(day) : "not set");
