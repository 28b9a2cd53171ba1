// The things that examples speak of. They are Indigo Studio's, the agency of the demo.

export const ID = {
  owner: "1m7z83st80wnr",
  member: "1m7z83st80mbr",
  token: "1m7z83st80tkn",
  bank: "1m7z83st80bnk",
  cash: "1m7z83st80csh",
  work: "1m7z83st80wrk",
  transaction: "1m7z83st80txn",
  imported: "1m7z83st80mpt",
  receipt: "1m7z83st80rcp",
  client: "1m7z83st80cnt",
  invoice: "1m7z83st80nvc",
  payment: "1m7z83st80pay",
  note: "1m7z83st80nte",
  application: "1m7z83st80app",
  voucher: "1m7z83st80vch",
  estimate: "1m7z83st80est",
} as const;
