/**
 * A failure that the provider reports, by status or by an event in the stream. Has the fields of an adapter's error.
 */
export class FailedAnswer extends Error {
  override readonly name = "FailedAnswer";
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  /** The provider's error body, usually JSON. */
  readonly responseBody: string;

  constructor(
    statusCode: number | undefined,
    responseBody: string,
    head: { readonly statusText?: string; readonly headers?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(head.statusText ?? "");
    this.statusCode = statusCode;
    this.responseBody = responseBody;
    this.responseHeaders = head.headers ?? {};
  }
}
