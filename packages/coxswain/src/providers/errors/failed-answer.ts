/** A provider said that the request failed: by a status, or by an event in its stream. Its fields are those that an adapter's error has. */
export class FailedAnswer extends Error {
  override readonly name = "FailedAnswer";
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  /** What the provider said: most often JSON. */
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
