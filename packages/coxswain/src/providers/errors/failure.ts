/** The details of a failed request, independent of the error type. */
export interface Failure {
  /** The HTTP status, or the status of an error event in the stream; undefined without a response. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Every `type`, `code`, `status` and `reason` of the error, in lower case. */
  readonly codes: ReadonlySet<string>;
  /** The provider's message, or an empty string. */
  readonly words: string;
  /** All text of the error in lower case, for pattern matching. */
  readonly evidence: string;
  /** The system error code of a failed connection, such as `ECONNREFUSED`, or `fetch failed` if a `fetch` gives none. */
  readonly network: string | undefined;
  /** The `name` of the thrown error. */
  readonly thrown: string;
  /** True if the response could not be parsed. The error then quotes the response, not a message about it. */
  readonly unreadable: boolean;
}

/**
 * Extracts the details of an error from our readers or an AI SDK adapter: an `APICallError` thrown or inside the
 * stream, a provider's raw error object, a connection error at the end of a cause chain, or a string.
 */
export const readFailure = (error: unknown): Failure => {
  const { statusCode, responseHeaders, responseBody, message, name } = record(error);
  if (UNREADABLE.has(text(name))) return { ...UNKNOWN, thrown: text(name), unreadable: true };
  const body = typeof responseBody === "string" ? parsed(responseBody) : isApiCall(error) ? undefined : error;
  const status = [statusCode, ...numbersIn(body)].find((value) => typeof value === "number" && value >= 400 && value < 600);
  const reported = wordsIn(body);
  const words =
    reported.find((one) => one.trim() !== "") ??
    (typeof body === "string" ? plain(body) : responseBody === undefined ? text(message ?? error) : "");
  const raw = typeof responseBody === "string" ? responseBody.slice(0, EVIDENCE_LIMIT) : "";
  return {
    status: status as number | undefined,
    headers: record(responseHeaders) as Record<string, string>,
    codes: new Set(codesIn(body).map((code) => code.toLowerCase())),
    words: words.trim(),
    evidence: [words, ...reported, text(message), raw].join("\n").toLowerCase(),
    network: networkCode(error),
    thrown: text(name),
    unreadable: false,
  };
};

const UNREADABLE: ReadonlySet<string> = new Set([
  "UnreadableAnswer",
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_InvalidResponseDataError",
  "AI_EmptyResponseBodyError",
]);
const UNKNOWN = { status: undefined, headers: {}, codes: new Set<string>(), words: "", evidence: "", network: undefined } as const;

const EVIDENCE_LIMIT = 16_384;
const DEPTH_LIMIT = 5;
const CODE_KEYS: ReadonlySet<string> = new Set(["type", "code", "status", "reason", "quotaId", "__type"]);
const WORD_KEYS: readonly string[] = ["message", "error", "detail", "raw", "error_description", "title", "msg"];
const NETWORK =
  /^(E[A-Z_]{3,}|UND_ERR_[A-Z_]+|ERR_(TLS|SSL|PROXY|STREAM|HTTP)[A-Z0-9_]*|CERT_[A-Z_]+|[A-Z_]*(CERT|SIGNATURE|CRL|ISSUER)[A-Z_]*)$/;

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const isApiCall = (error: unknown): boolean => record(error)["name"] === "AI_APICallError";
/** Returns the body, or an empty string for a web page. */
const plain = (body: string): string => (/^\s*</.test(body) ? "" : body);

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

/**
 * Returns all nested objects, outermost first. JSON inside a string is parsed: OpenRouter wraps its providers' errors
 * so.
 */
const objectsIn = (value: unknown, depth = 0): Readonly<Record<string, unknown>>[] => {
  if (depth > DEPTH_LIMIT) return [];
  if (typeof value === "string") return depth > 0 && /^\s*\{/.test(value) ? objectsIn(openJson(value), DEPTH_LIMIT) : [];
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => objectsIn(item, depth + 1));
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap((item) => objectsIn(item, depth + 1))];
};

const openJson = (json: string): object | undefined => {
  const value = parsed(json);
  return typeof value === "object" && value !== null ? value : undefined;
};

const codesIn = (body: unknown): string[] =>
  objectsIn(body).flatMap((object) =>
    Object.entries(object)
      .filter(([key, value]) => CODE_KEYS.has(key) && (typeof value === "string" || typeof value === "number"))
      .map(([, value]) => String(value)),
  );

const numbersIn = (body: unknown): number[] =>
  objectsIn(body).flatMap((object) => [object["statusCode"], object["code"], object["status"]].map(Number).filter(Number.isInteger));

const wordsIn = (body: unknown): string[] =>
  objectsIn(body).flatMap((object) => WORD_KEYS.map((key) => text(object[key])).filter((words) => words !== "" && !/^\s*\{/.test(words)));

/**
 * Returns the first system or TLS error code in the cause chain. Only a thrown error has a chain: a provider's error body
 * may have any fields. A cause may be of another realm, and no instance of `Error`.
 */
const networkCode = (error: unknown): string | undefined => {
  if (!isError(error)) return undefined;
  let current: unknown = error;
  for (let depth = 0; depth < DEPTH_LIMIT && typeof current === "object" && current !== null; depth += 1) {
    const { code, cause, errors } = current as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === "string" && NETWORK.test(code)) return code;
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return isFailedFetch(error) ? "fetch failed" : undefined;
};

/** Returns whether a `fetch` failed to connect, without a code: a retry may succeed unless it refused to send the request. */
const isFailedFetch = (error: Error): boolean =>
  error.name === "TypeError" && FETCH_FAILED.test(error.message) && !NOT_SENT.test(text(record(error.cause)["message"]));

/** The messages of Node.js, Chrome, Safari, Firefox, React Native and Deno, in this order. */
const FETCH_FAILED =
  /^(fetch failed|terminated|failed to fetch|load failed|networkerror when|network request failed|error sending request|network error)/i;
const NOT_SENT = /^(bad port|unknown scheme|unexpected redirect|redirect count exceeded|invalid|url scheme must|cors failure)/i;

const isError = (value: unknown): value is Error => value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
