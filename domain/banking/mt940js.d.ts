declare module "mt940js" {
  export class Parser {
    parse(text: string): unknown[];
  }
}
