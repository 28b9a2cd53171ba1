declare module "mt940js" {
  export class Parser {
    constructor(options?: { no86Structure?: boolean });
    parse(text: string): unknown[];
  }
}
