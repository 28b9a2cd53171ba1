/** A page of a list, as the API returns it. */
export interface Page<Row> {
  items: Row[];
  total: number;
  page: number;
  totalPages: number;
}
