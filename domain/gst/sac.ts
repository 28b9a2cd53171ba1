// Services Accounting Codes that agencies bill most, as suggestions. Any other code is accepted.

export interface Sac {
  code: string;
  service: string;
}

const SERVICES: [code: string, service: string][] = [
  ["998361", "Advertising"],
  ["998362", "Buying or selling advertising space on commission"],
  ["998363", "Sale of print advertising space"],
  ["998364", "Sale of TV and radio advertising time"],
  ["998365", "Sale of Internet advertising space"],
  ["998391", "Speciality design (interior, fashion, product)"],
  ["998314", "IT design and development"],
  ["998313", "IT consulting and support"],
  ["998315", "Hosting, IT infrastructure"],
  ["998319", "Other IT services"],
  ["998311", "Management consulting"],
  ["998312", "Business consulting, public relations"],
  ["998371", "Market research"],
  ["998382", "Advertising photography"],
  ["998383", "Event photography and videography"],
  ["998397", "Sponsorship, brand promotion"],
  ["998596", "Events, exhibitions"],
  ["999612", "Film, video and TV production"],
  ["999293", "Commercial training, coaching"],
  ["998222", "Accounting, bookkeeping"],
  ["998595", "Office support (duplicating, mailing)"],
  ["998399", "Other professional services"],
];

export const COMMON_SACS: Sac[] = SERVICES.map(([code, service]) => ({ code, service }));

/** Returns a warning about a malformed HSN or SAC, or undefined if it looks right or is empty. */
export function hsnSacWarning(text: string): string | undefined {
  const code = text.trim();
  if (code === "" || /^(\d{4}|\d{6}|\d{8})$/.test(code)) return undefined;
  return "An HSN or SAC has 4, 6 or 8 digits";
}
