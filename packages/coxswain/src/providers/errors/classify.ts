import type { ErrorClass } from "../../model/index.ts";
import type { Failure } from "./failure.ts";
import { indicatesOverflow } from "./overflow.ts";

/** Node.js error codes for an unusable URL. A retry would fail in the same way. */
export const NO_ADDRESS: ReadonlySet<string> = new Set(["ERR_INVALID_URL", "ERR_INVALID_PROTOCOL"]);

/** A response that violates the provider's API format. */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
}

/** Returns the class of the first rule that matches the failure. */
export const classify = (failure: Failure): ErrorClass => RULES.find(([, fits]) => fits(failure))?.[0] ?? "transient";

type Rule = readonly [ErrorClass, (failure: Failure) => boolean];

const hasCode =
  (...codes: readonly string[]) =>
  (failure: Failure) =>
    codes.some((code) => failure.codes.has(code));
const hasStatus =
  (...statuses: readonly number[]) =>
  ({ status }: Failure) =>
    status !== undefined && statuses.includes(status);
const mentions =
  (pattern: RegExp) =>
  ({ evidence }: Failure) =>
    pattern.test(evidence);

const isTls = ({ network }: Failure) => network !== undefined && /CERT|SIGNATURE|CRL|ISSUER|^ERR_(TLS|SSL)|^EPROTO$/.test(network);
// Google's message for a per-minute limit contains "your current quota", as does OpenAI's for an empty account.
const isGoogleRate = (failure: Failure) => failure.codes.has("resource_exhausted") && !/perday|limit: 0\b/.test(failure.evidence);

const RULES: readonly Rule[] = [
  ["invalid", isTls],
  ["invalid", ({ network }) => network !== undefined && NO_ADDRESS.has(network)],
  ["transient", ({ network, status }) => network !== undefined && (status === undefined || status < 400)],

  ["quota", hasStatus(402)],
  ["quota", hasCode("insufficient_quota", "billing_error", "billing_hard_limit_reached", "billing_not_active", "insufficient_balance")],
  ["quota", hasCode("exceeded_current_quota_error", "servicequotaexceededexception", "1113")],
  ["transient", isGoogleRate],
  ["quota", mentions(/exceeded your current quota|credit balance is too low|insufficient (balance|credits?|funds|quota)|out of credits/)],
  [
    "quota",
    mentions(
      /(used all|no remaining|not enough|purchase more) (available )?credits|(spend(ing)?|usage|billing|credit) limits?\b|check your (plan|billing)/,
    ),
  ],

  ["overflow", hasStatus(413)],
  ["overflow", ({ codes, evidence }) => indicatesOverflow(codes, evidence)],
  // Cerebras and some gateways send an empty 400 response for a request that is too long.
  ["overflow", ({ status, codes, words }) => status === 400 && codes.size === 0 && words === ""],

  ["refused", hasCode("content_filter", "content_policy_violation", "invalid_prompt", "data_inspection_failed", "prohibited_content")],
  [
    "refused",
    mentions(/content filtering policy|flagged as potentially violating|input was flagged|responsible ai|content management policy/),
  ],

  ["auth", hasStatus(401, 403)],
  [
    "auth",
    hasCode("invalid_api_key", "api_key_invalid", "authentication_error", "permission_error", "permission_denied", "unauthenticated"),
  ],
  ["auth", hasCode("unrecognizedclientexception", "accessdeniedexception", "expiredtokenexception")],
  ["auth", mentions(/(invalid|incorrect|missing|expired) api.?key|api key not valid|user location is not supported/)],

  ["transient", hasStatus(408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529, 530)],
  [
    "transient",
    hasCode("overloaded_error", "rate_limit_error", "rate_limit_exceeded", "api_error", "server_error", "internal_error", "timeout_error"),
  ],
  ["transient", hasCode("throttlingexception", "modelstreamerrorexception", "serviceunavailableexception", "unavailable", "internal")],
  ["transient", mentions(/overloaded|rate.?limit|too many requests|temporarily unavailable|please (wait|try again)/)],

  ["invalid", ({ status }) => status !== undefined],
  ["invalid", hasCode("invalid_request_error", "not_found_error", "invalid_argument", "validationexception", "model_not_found")],
  ["invalid", ({ thrown }) => INVALID_THROWN.has(thrown)],
];

/** Errors that adapters throw before sending a request. A retry would fail in the same way. */
const INVALID_THROWN: ReadonlySet<string> = new Set([
  "AI_InvalidArgumentError",
  "AI_InvalidPromptError",
  "AI_LoadAPIKeyError",
  "AI_LoadSettingError",
  "AI_NoSuchModelError",
  "AI_UnsupportedFunctionalityError",
  "TypeError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
]);
