/** The arguments of an adapter's `fetch` call. */
export interface WrittenRequest {
  readonly url: string | URL;
  readonly init: RequestInit;
}
