import type { Option } from "commander";
import type { Fields } from "../domain/describeField.ts";
import type { Api, Call } from "./api.ts";
import type { OptionWords } from "./fieldOptions.ts";
import type { DocumentNoun } from "./find.ts";
import type { Page } from "./listing.ts";
import type { GlobalOptions } from "./open.ts";
import type { Column } from "./table.ts";

export type Query = NonNullable<Call["query"]>;

/** The definition of a noun, from which the options and the output of its list follow. */
export interface Noun<Row = object, List = Page> extends OptionWords {
  /** The fields of the list's query. */
  filters: Fields;
  columns: Column<Row>[];
  /** The path of the list, if it is not the name of the commands. */
  path?: string;
  /** The period of the list if none is given. */
  period?: "thisMonth";
  /** The filters if none are given. The option also takes `all`. */
  usual?: Query;
  /** Returns the end of the line below the list, before its page. */
  sum?(list: List, query: Query): string;
  /** Further options of the list, and the filters that they make. */
  listOptions?: Option[];
  filter?(api: Api, options: GlobalOptions): Promise<Query>;
  /** Describes what names a record, if that is more than its id. */
  named?: string;
  /** Returns its id. */
  find?(api: Api, typed: string): Promise<string>;
  /** Returns other rows or columns, which need the server. */
  complete?(api: Api, rows: Row[], options: GlobalOptions): Promise<Table>;
}

interface Table {
  rows?: object[];
  columns?: Column<object>[];
}

/** Words that the commands of a noun share. */
export interface Words {
  /** `vendor`. */
  noun: string;
  /** `vendors`: also the group of commands and the API's path. */
  plural: string;
}

/** The definition of a simple record, with the fields of the API. The first required one names it. */
export interface RecordFields<Row> extends Noun<Row> {
  fields: Fields;
  /** Amounts in the response to `show` that are not fields. */
  amounts?: string[];
  /** Returns the record in one line, if that is more than its name. */
  describe?(row: Row): string;
  /** Returns a warning about a saved record. */
  warn?(row: Row): string | undefined;
}

export interface RecordType<Row> extends RecordFields<Row>, Words {
  example: { edit: string };
}

/** A new document, as said about it. */
export interface State {
  /** The same command created it earlier. */
  isAgain: boolean;
  isSent: boolean;
}

/** The definition of a numbered document. */
export interface DocumentFields<Row = object, Document = Row> extends Noun<Row> {
  /** The fields of a new document. */
  fields?: Fields;
  /** Their values if they are not given. */
  initial?: Record<string, unknown>;
  /** Its lines, one for each `--item`. */
  lines?: Lines;
  /** Further options of `create`. */
  options?: Option[];
  /** Whether `create` can send it. */
  isSent?: true;
  /** Checks the options before the server is called. @throws Failure of usage */
  check?(body: Record<string, unknown>, options: GlobalOptions): void;
  /** Returns the body, if it is more than the given fields. */
  toBody?(body: Record<string, unknown>, options: GlobalOptions, api: Api): Promise<object>;
  /** Returns what `create` says, if that is not its title, number and total. */
  describe?(document: Document, state: State): string;
  /** Returns the lines that `show` prints below the columns. */
  details?(document: Document): string[];
  /** The fields of the call that ends it. */
  endFields?: Fields;
  /** Returns the effect of its end. */
  describeEnd?(document: Document): string;
}

export interface Lines {
  fields: Fields;
  /** The fields of `--item`, separated by semicolons. */
  parts: readonly string[];
  /** The fields that all lines share. */
  shared: readonly string[];
  initial?: Record<string, unknown>;
}

export interface DocumentType<Row = object, Document = Row>
  extends DocumentFields<Row, Document>,
    Words {
  noun: DocumentNoun;
  example: { edit?: string };
}
