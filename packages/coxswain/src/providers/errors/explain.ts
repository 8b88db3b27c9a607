import type { ErrorClass } from "../../model/index.ts";
import type { Failure } from "./failure.ts";
import { NO_ADDRESS } from "./classify.ts";

/** Details that an error message may contain. */
export interface Origin {
  /** The provider's display name. */
  readonly label: string;
  /** The provider's model ID. */
  readonly model: string;
  /** The environment variable of the API key; absent if the provider needs none. */
  readonly keyName?: string | undefined;
  /** Another way to set the key, such as `run mine login NAME`. */
  readonly keyHelp?: string | undefined;
  readonly baseURL?: string | undefined;
  /** Strings to redact from every message. */
  readonly secrets?: readonly string[];
}

/** Returns a one-line message: what happened and what to do. Keys are redacted, even if the provider quotes one. */
export const explain = (failure: Failure, kind: ErrorClass, origin: Origin): string =>
  oneLine(redact(sentence(failure, kind, origin), origin));

const sentence = (failure: Failure, kind: ErrorClass, origin: Origin): string => {
  const { label, model, keyName, keyHelp } = origin;
  const quoted = quote(failure);
  const status = failure.status === undefined ? "" : ` (${failure.status})`;
  switch (kind) {
    case "auth":
      return failure.status === 403
        ? `${label} does not allow this with the key that was given${status}.${quoted}`
        : `${label} did not accept the API key${status}. Set a valid one${keyName === undefined ? "" : ` in ${keyName}`}${keyHelp === undefined ? "" : `, or ${keyHelp}`}.`;
    case "quota":
      return `${label} has no credit left for this key${status}. Check its plan and billing.${quoted}`;
    case "overflow":
      return `The request is longer than ${model} takes${status}.${quoted}`;
    case "refused":
      return `${label} refuses this request${status}.${quoted}`;
    case "aborted":
      return "The request was aborted.";
    case "invalid":
      return invalid(failure, origin, status, quoted);
    case "transient":
      if (failure.unreadable) return `The response of ${label} cannot be read: it has an unexpected format, or was damaged in transit.`;
      if (failure.network !== undefined) return unreachable(failure.network, origin);
      if (failure.status === undefined) return `The answer of ${label} broke off.${quoted}`;
      return failure.status === 429
        ? `${label} limits the rate of requests${status}.${quoted}`
        : `${label} cannot answer now${status}.${quoted}`;
  }
};

const invalid = (failure: Failure, { label, model, baseURL }: Origin, status: string, quoted: string): string => {
  if (failure.network !== undefined && NO_ADDRESS.has(failure.network)) {
    return `The base URL of ${label}, ${JSON.stringify(withoutUser(baseURL ?? ""))}, is not a valid address (${failure.network}). Set one that begins with http:// or https://.`;
  }
  if (failure.network !== undefined) {
    return `The certificate of ${host(baseURL, label)} was not accepted (${failure.network}). Behind a proxy of your company, name its certificate in NODE_EXTRA_CA_CERTS.`;
  }
  if (failure.status === 404)
    return `${label} has no model "${model}" at ${baseURL === undefined ? "its address" : withoutUser(baseURL)}${status}. Check the model's name and the base URL.${quoted}`;
  return `${label} cannot take this request${status}.${quoted}`;
};

const unreachable = (code: string, { label, baseURL }: Origin): string => {
  const place = host(baseURL, label);
  if (BROKEN_OFF.has(code)) return `The connection to ${place} broke off (${code}).`;
  return /^(localhost|127\.|\[::1\])/.test(place)
    ? `Nothing answers at ${place} (${code}). Start the server or set another base URL.`
    : `Cannot reach ${place} (${code}). Check the network, the proxy settings and the base URL.`;
};

const BROKEN_OFF: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "ERR_STREAM_PREMATURE_CLOSE"]);
const LONGEST = 400;

const quote = ({ words }: Failure): string => (words === "" ? "" : ` Its message: ${words}`);

const host = (baseURL: string | undefined, label: string): string =>
  baseURL !== undefined && URL.canParse(baseURL) ? new URL(baseURL).host : label;

/** Removes the credentials from a URL. */
const withoutUser = (address: string): string => address.replace(/\/\/[^/\s]*@/, "//…@");

const redact = (message: string, { secrets = [] }: Origin): string =>
  secrets.filter((secret) => secret.length >= 4).reduce((text, secret) => text.replaceAll(secret, "[key]"), message);

const oneLine = (message: string): string => {
  const line = message.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
};
