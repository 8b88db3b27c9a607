/** A request as an adapter wrote it: what it gave to `fetch`. */
export interface WrittenRequest {
  readonly url: string | URL;
  readonly init: RequestInit;
}
