/** The format of one issuer's tokens. */
export interface TokenShape {
  /** Appears in the mask. */
  readonly kind: string;
  /** A substring of every such token, searched before the pattern because that is cheap. Default: only the pattern. */
  readonly sign?: string;
  /** Global. The first group of a match is preserved. */
  readonly pattern: RegExp;
}

/** Length of the shortest token with a known format: GitLab's. */
export const MIN_TOKEN_LENGTH = 26;

/**
 * Tokens with an unmistakable format: an issuer's prefix and length. High entropy alone does not count, and neither do
 * tokens that are often public (JWTs, the identifiers of AWS keys).
 */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  // https://docs.anthropic.com/en/api/admin-api: sk-ant-api03-…, sk-ant-admin01-…, sk-ant-oat01-…
  { kind: "anthropic-key", sign: "sk-ant-", pattern: /\bsk-ant-[a-z]+\d{2}-[\w-]{60,}/g },
  { kind: "openai-key", sign: "sk-", pattern: /\bsk-(?:proj|svcacct|admin)-[\w-]{40,}|\bsk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b/g },
  { kind: "openrouter-key", sign: "sk-or-v1-", pattern: /\bsk-or-v1-[0-9a-f]{64}\b/g },
  { kind: "google-key", sign: "AIza", pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: "google-token", sign: "ya29.", pattern: /\bya29\.[\w-]{60,}/g },
  { kind: "google-client-secret", sign: "GOCSPX-", pattern: /\bGOCSPX-[\w-]{28}(?![\w-])/g },
  // https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
  { kind: "github-token", sign: "gh", pattern: /\bgh[pousr]_[A-Za-z0-9]{36,251}\b/g },
  { kind: "github-token", sign: "github_pat_", pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
  { kind: "gitlab-token", sign: "glpat-", pattern: /\bglpat-[\w.-]{20,}/g },
  // The secret has no format; the name before it identifies it.
  {
    kind: "aws-secret-key",
    pattern: /(\baws_?secret_?(?:access_?)?key["']?\s*[:=]\s*["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi,
  },
  { kind: "azure-account-key", sign: "AccountKey=", pattern: /(\bAccountKey=)[A-Za-z0-9/+]{86}==/g },
  { kind: "slack-token", sign: "xox", pattern: /\bxox[abeoprs]-(?:\d+-)+[A-Za-z0-9-]{20,}/g },
  { kind: "slack-token", sign: "xapp-", pattern: /\bxapp-\d-[A-Z0-9]+-\d+-[0-9a-f]{64}\b/g },
  {
    kind: "slack-webhook",
    sign: "hooks.slack.com",
    pattern: /(\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows)\/)[A-Z0-9]+\/[A-Z0-9]+\/[A-Za-z0-9]{20,}/g,
  },
  { kind: "stripe-key", sign: "k_live_", pattern: /\b[rs]k_live_[A-Za-z0-9]{24,}\b/g },
  { kind: "twilio-key", pattern: /(\btwilio\w*["']?\s*[:=]\s*["']?)(?:SK)?[0-9a-f]{32}\b/gi },
  { kind: "sendgrid-key", sign: "SG.", pattern: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g },
  { kind: "npm-token", sign: "npm_", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "pypi-token", sign: "pypi-AgE", pattern: /\bpypi-AgE[\w-]{50,}/g },
  { kind: "huggingface-token", sign: "hf_", pattern: /\bhf_[A-Za-z]{34}\b/g },
  { kind: "groq-key", sign: "gsk_", pattern: /\bgsk_[A-Za-z0-9]{52}\b/g },
  { kind: "xai-key", sign: "xai-", pattern: /\bxai-[A-Za-z0-9]{80}\b/g },
  { kind: "digitalocean-token", sign: "_v1_", pattern: /\bdo[opr]_v1_[0-9a-f]{64}\b/g },
  { kind: "vault-token", sign: "hv", pattern: /\bhv[bs]\.[\w-]{90,}/g },
  { kind: "age-key", sign: "AGE-SECRET-KEY-1", pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g },
  // https://www.rfc-editor.org/rfc/rfc7468. A truncated key is masked to its end.
  {
    kind: "private-key",
    sign: "PRIVATE KEY-----",
    pattern: /(-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----)(?:[\sA-Za-z0-9+/=\\,:]|-(?!----)){64,}/g,
  },
];
