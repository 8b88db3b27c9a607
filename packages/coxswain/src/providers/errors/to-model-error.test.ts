import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorClass } from "../../model/index.ts";
import type { Origin } from "./explain.ts";
import { toModelError } from "./to-model-error.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const ORIGIN: Origin = { label: "Anthropic", model: "claude-x", keyName: "ANTHROPIC_API_KEY", baseURL: "https://api.anthropic.com/v1" };

/** Returns the error that adapters throw for a response with an error status. */
const response = (statusCode: number, body: string | object = "", responseHeaders: Readonly<Record<string, string>> = {}) =>
  Object.assign(new Error("Bad Request"), {
    name: "AI_APICallError",
    statusCode,
    responseHeaders,
    responseBody: typeof body === "string" ? body : JSON.stringify(body),
    requestBodyValues: { messages: ["the whole prompt"] },
    ...(body === "" ? { message: "" } : {}),
  });
const errorBody = (message: string, code?: string) => ({ error: { message, ...(code === undefined ? {} : { code }) } });
const classOf = (error: unknown) => toModelError(error, ORIGIN, NOW).code;

const expectAll = (expected: ErrorClass, errors: readonly unknown[]) => {
  for (const error of errors) assert.equal(classOf(error), expected, JSON.stringify(error));
};

test("P20: classifies every provider's message for a request that is too long as overflow", () => {
  const texts = [
    "prompt is too long: 213462 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 195000 + 20000 > 200000, decrease input length or `max_tokens` and try again",
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 280000 tokens.",
    "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
    "Unable to submit request because the input token count is 40000 but the model only supports up to 32768.",
    "Input is too long for requested model.",
    "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    "Please reduce the length of the messages or completion.",
    "Please reduce the length of the messages or completion. Current length is 8193 while limit is 8192",
    "This endpoint's maximum context length is 163840 tokens. However, you requested about 200000 tokens.",
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 32769. Given: 40000",
    "The input (40000 tokens) is longer than the model's context length (32768 tokens).",
    "The prompt is too long: 200000, model maximum context length: 131072",
    "Invalid request: Your request exceeded model token limit: 131072 (requested: 150000)",
    "Prompt exceeds max length",
    "invalid params, context window exceeds limit",
    "the request exceeds the available context size, try increasing it",
    "prompt too long; exceeded max context length by 12 tokens",
    "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
    "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
    "prompt token count of 150000 exceeds the limit of 128000",
    "Range of input length should be [1, 98304]",
    "too many tokens: total number of tokens in the prompt cannot exceed 4081",
    "too many tokens: size limit exceeded by 5000 tokens. Try using shorter or fewer inputs, or setting prompt_truncation='AUTO'.",
    "request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it",
    "Requested tokens (2285) exceed context window of 2048",
    "Reached context length of 4096 tokens with model (arch: llama) that does not currently support mid-generation context overflow.",
    "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5000>= n_ctx: 4096).",
    "Input length (5000 tokens) exceeds the maximum allowed length (4096 tokens). Use a shorter input or enable --allow-auto-truncate.",
    "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 4320 tokens.",
    "Input length 5480 exceeds maximum allowed token size 4096",
    "Total tokens of image and text exceed max message tokens",
    "Too many input tokens. Max input tokens: 65536, request input token count: 70000",
    "'max_tokens' is too large: 8192. This model's maximum context length is 32768 tokens and your request has 30000 input tokens.",
    "Prompt has 256468 tokens, but the configured context size is 256000 tokens",
    "400: Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens.",
    "Cannot truncate prompt with n_keep (5000) >= n_ctx (4096)",
    "litellm.ContextWindowExceededError: litellm.BadRequestError: the request is too large for the model",
    "The sum of prompt length (38000), query length (0) should not exceed max_num_tokens (8192)",
    "Prompt length (9000) exceeds maximum sequence length (8192)",
    "The prompt (9000 tokens) exceeds the model's maximum sequence length of 8192",
    "The number of input tokens 9000 exceeds the model's limit of 8192",
    "prompt length 9000 is longer than max_model_len 8192",
    "max_tokens + prompt tokens exceed the context length 32768",
    "Input too long: 9000 tokens, at most 8192",
    "context_length_exceeded",
    "Upstream error: context_length_exceeded. Please try again with a shorter prompt.",
  ];
  expectAll(
    "overflow",
    texts.map((text) => response(400, errorBody(text))),
  );
  expectAll("overflow", [
    response(413, "<html>Request Entity Too Large</html>"),
    response(413),
    response(400),
    response(400, errorBody("Too long.", "context_length_exceeded")),
    response(500, { error: { code: 500, message: "Context size has been exceeded.", type: "server_error" } }),
    response(400, { error: { code: "1261", message: "Prompt exceeds max length" } }),
    response(
      429,
      errorBody(
        "Request too large for gpt-4o in organization o on tokens per min (TPM): Limit 30000, Requested 35000.",
        "rate_limit_exceeded",
      ),
    ),
    { type: "error", error: { type: "invalid_request_error", message: "prompt is too long: 213462 tokens > 200000 maximum" } },
  ]);
});

test("P20: does not classify rate limits that mention tokens as overflow", () => {
  expectAll("transient", [
    response(429, errorBody("Too many tokens, please wait before trying again.")),
    response(400, { message: "Too many tokens, please wait before trying again.", __type: "ThrottlingException" }),
    response(
      429,
      errorBody("Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s."),
    ),
    response(429, errorBody("This request would exceed the rate limit of 40,000 input tokens per minute.")),
    response(429, {
      type: "error",
      error: {
        type: "rate_limit_error",
        message:
          "Number of request tokens has exceeded your per-minute rate limit; see the response headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later.",
      },
    }),
    response(429, errorBody("Number of request tokens has exceeded your per-minute rate limit. Please reduce the length of the prompt.")),
    response(429, errorBody("The service is busy. Please reduce the length of the prompt or try again later.")),
    response(429, errorBody("Input token count exceeds the rate limit of this tier")),
    response(429, { message: "Tokens per minute limit exceeded - too many tokens processed.", code: "token_quota_exceeded" }),
    response(429, { message: "Too many tokens per day, please wait before trying again." }),
    response(
      429,
      errorBody("Rate limit reached for model on tokens per day (TPD): Limit 100000, Used 99500. Please try again in 10m4.8s."),
    ),
    response(503, errorBody("Too many requests: the queue of contexts is full.")),
  ]);
});

test("P20: does not classify a limit on output tokens, a name or an image as overflow", () => {
  expectAll("invalid", [
    response(
      400,
      errorBody("max_tokens is too large: 200000. This model supports at most 16384 completion tokens, whereas you provided 200000."),
    ),
    response(400, errorBody("max_tokens: 128000 > 64000, which is the maximum allowed number of output tokens for claude-x")),
    response(400, errorBody("messages.3.content.0.image.source.base64: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes")),
    response(400, errorBody("tools.0.custom.name: String should have at most 128 characters")),
  ]);
});

test("P2: classifies an account without credit as quota for any status", () => {
  expectAll("quota", [
    response(402),
    response(429, errorBody("You exceeded your current quota, please check your plan and billing details.", "insufficient_quota")),
    response(400, {
      type: "error",
      error: { type: "invalid_request_error", message: "Your credit balance is too low to access the Anthropic API." },
    }),
    response(400, errorBody("You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.")),
    response(402, errorBody("Insufficient Balance")),
    response(402, errorBody("This request requires more credits, or fewer max_tokens.")),
    response(403, errorBody("Your team has either used all available credits or reached its monthly spending limit.")),
    response(
      429,
      errorBody("Your account is suspended due to insufficient balance, please recharge your account.", "exceeded_current_quota_error"),
    ),
    response(429, { error: { code: "1113", message: "Insufficient balance or no resource package. Please recharge." } }),
    response(412, errorBody("Account suspended, possibly due to reaching the monthly spending limit.")),
    response(429, {
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        message: "You exceeded your current quota, please check your plan and billing details.",
        details: [{ violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }] }],
      },
    }),
  ]);
});

test("P1: classifies a per-minute quota as transient, and reads Google's retry delay from the body", () => {
  const error = toModelError(
    response(429, {
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        message: "You exceeded your current quota, please check your plan and billing details.",
        details: [{ violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel" }] }, { retryDelay: "34.5s" }],
      },
    }),
    ORIGIN,
    NOW,
  );
  assert.equal(error.code, "transient");
  assert.equal(error.retryAfter, 34_500);
});

test("P1: reads the retry delay from headers in seconds, milliseconds or as a date, and from the message", () => {
  const wait = (headers: Readonly<Record<string, string>>, text = "Slow down.") =>
    toModelError(response(429, errorBody(text), headers), ORIGIN, NOW).retryAfter;
  assert.equal(wait({ "retry-after": "20" }), 20_000);
  assert.equal(wait({ "retry-after": "0.5" }), 500);
  assert.equal(wait({ "retry-after-ms": "120", "retry-after": "1" }), 120);
  assert.equal(wait({ "retry-after": "Sat, 21 Nov 2026 12:01:30 GMT" }), 90_000);
  assert.equal(wait({ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }), 0);
  assert.equal(wait({}, "Please try again in 1m2.5s."), 62_500);
  assert.equal(wait({}, "Please try again in 6ms."), 6);
  assert.equal(wait({ "retry-after": "soon" }), undefined);
  assert.equal(wait({}), undefined);
});

test("classifies a wrong, missing or unauthorized key as auth", () => {
  expectAll("auth", [
    response(401),
    response(403, errorBody("Your organization has no access to this model.")),
    response(400, {
      error: {
        code: 400,
        status: "INVALID_ARGUMENT",
        message: "API key not valid. Please pass a valid API key.",
        details: [{ reason: "API_KEY_INVALID" }],
      },
    }),
    response(400, errorBody("Incorrect API key provided. Please ensure you provide a correct API key.")),
    response(400, { error: { status: "FAILED_PRECONDITION", message: "User location is not supported for the API use." } }),
  ]);
});

test("P19: classifies a content policy rejection as refused", () => {
  expectAll("refused", [
    response(400, {
      error: {
        code: "content_filter",
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      },
    }),
    response(400, errorBody("Output blocked by content filtering policy")),
    response(400, errorBody("Invalid prompt: your prompt was flagged as potentially violating our usage policy.", "invalid_prompt")),
    response(403, {
      error: { code: 403, message: "openai/x requires moderation. Your input was flagged.", metadata: { reasons: ["violence"] } },
    }),
  ]);
});

test("P3 P8: classifies server errors as transient, by status, by code and inside a stream", () => {
  expectAll("transient", [
    ...[408, 409, 429, 500, 502, 503, 504, 520, 524, 529].map((status) => response(status)),
    response(502, "<html>Bad gateway</html>"),
    { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" },
    { code: 502, message: "Provider returned error", metadata: { raw: '{"error":"upstream"}' } },
    { type: "response.failed", response: { error: { code: "server_error", message: "An error occurred." } } },
    "something went wrong",
    undefined,
    {},
  ]);
});

test("classifies the provider error that OpenRouter wraps", () => {
  const raw = JSON.stringify({ error: { message: "prompt is too long: 213462 tokens > 200000 maximum" } });
  expectAll("overflow", [response(400, { error: { code: 400, message: "Provider returned error", metadata: { raw } } })]);
});

test("P26: classifies any other rejected request as invalid", () => {
  expectAll("invalid", [
    response(400, errorBody("messages.1.content.0: Invalid `signature` in `thinking` block")),
    response(404, errorBody("model: claude-x")),
    response(422, { detail: [{ msg: "Extra inputs are not permitted", type: "extra_forbidden" }] }),
    response(405),
    Object.assign(new Error("Unsupported."), { name: "AI_UnsupportedFunctionalityError" }),
  ]);
});

test("P4: classifies connection errors as transient and certificate errors as invalid", () => {
  const connection = (code: string) =>
    Object.assign(new Error("Cannot connect to API"), { name: "AI_APICallError", cause: Object.assign(new Error(code), { code }) });
  expectAll("transient", ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ECONNRESET", "ETIMEDOUT", "EPIPE", "UND_ERR_SOCKET"].map(connection));
  expectAll(
    "invalid",
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_HAS_EXPIRED", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_TLS_CERT_ALTNAME_INVALID", "EPROTO"].map(
      connection,
    ),
  );
  const { message } = toModelError(connection("ENOTFOUND"), ORIGIN, NOW);
  assert.equal(message, "Cannot reach api.anthropic.com (ENOTFOUND). Check the network, the proxy settings and the base URL.");
});

test("P4: classifies a fetch that fails without a code like one that fails with a code", () => {
  const failed = (message: string, cause?: unknown) => new TypeError(message, cause === undefined ? {} : { cause });
  expectAll("transient", [
    failed("fetch failed", Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" })),
    failed("fetch failed", { code: "ECONNRESET", message: "of another realm" }),
    failed("fetch failed", new Error("Response does not match the HTTP/1.1 protocol")),
    failed("fetch failed", Object.assign(new AggregateError([Object.assign(new Error(""), { code: "ECONNREFUSED" })]))),
    failed("fetch failed"),
    failed("Failed to fetch"),
    failed("terminated"),
  ]);
  expectAll("invalid", [
    failed("fetch failed", new Error("unexpected redirect")),
    failed("fetch failed", new Error("unknown scheme")),
    failed("fetch failed", Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" })),
    failed("Cannot read properties of undefined (reading 'x')"),
  ]);
  const { message } = toModelError(failed("fetch failed"), ORIGIN, NOW);
  assert.equal(message, "Cannot reach api.anthropic.com (fetch failed). Check the network, the proxy settings and the base URL.");
});

test("P11: does not take the fields of a provider's error body for a connection error", () => {
  expectAll("invalid", [{ status: 400, error: { code: "ECONNRESET", message: "Unknown field." }, cause: { code: "ECONNRESET" } }]);
});

test("P4: reports an invalid base URL and does not retry", () => {
  const error = Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL" });
  const { code, message } = toModelError(error, { ...ORIGIN, baseURL: "proxy.example/v1" }, NOW);
  assert.equal(code, "invalid");
  assert.match(
    message,
    /^The base URL of .*, "proxy\.example\/v1", is not a valid address \(ERR_INVALID_URL\)\. Set one that begins with http/,
  );
});

test("L24: redacts the password of a base URL in messages", () => {
  const baseURL = "https://ann:canary@gateway.example/v1";
  for (const error of [
    response(404, errorBody("no such model")),
    Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL" }),
  ]) {
    const { message } = toModelError(error, { ...ORIGIN, baseURL }, NOW);
    assert.match(message, /https:\/\/…@gateway\.example\/v1/);
  }
});

test("P6: classifies a reset inside a response with status 200 as transient", () => {
  const cause = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  expectAll("transient", [
    Object.assign(new Error("Failed to process successful response"), { name: "AI_APICallError", statusCode: 200, cause }),
  ]);
});

test("P11: does not classify an error by the model's own text", () => {
  const text = 'data: {"delta": "How to handle insufficient_quota and prompt is too long';
  const { code, message } = toModelError(
    Object.assign(new Error(`JSON parsing failed: Text: ${text}`), { name: "AI_JSONParseError", text }),
    ORIGIN,
    NOW,
  );
  assert.equal(code, "transient");
  assert.doesNotMatch(message, /quota/);
});

test("L24: redacts the key in a message that quotes it", () => {
  const secrets = ["sk-ant-secret-key-value"];
  const { message } = toModelError(response(400, errorBody("Key sk-ant-secret-key-value may not do this.")), { ...ORIGIN, secrets }, NOW);
  assert.match(message, /Key \[key\] may not do this/);
});

test("a message is one line of limited length without the request's content", () => {
  const error = toModelError(response(400, errorBody(`first\n\n${"very ".repeat(1000)}long`)), ORIGIN, NOW);
  assert.ok(error.message.length <= 400);
  assert.doesNotMatch(error.message, /\n/);
  assert.equal(error.cause, undefined);
});

test("does not quote a web page", () => {
  assert.equal(toModelError(response(503, "<html><body>Sorry</body></html>"), ORIGIN, NOW).message, "Anthropic cannot answer now (503).");
});
