import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Private key of a client, with the algorithm of its signatures (RFC 7518). */
export interface SigningKey {
  /** PEM, PKCS #8. */
  readonly privateKey: string;
  readonly algorithm: string;
}

/**
 * Reads a private key.
 * @throws {Error} the file cannot be read, or its key cannot sign; the message contains no part of the key
 */
export const signingKey = async (path: string): Promise<SigningKey> => {
  const key = privateKeyOf(path, await readFile(path, "utf8"));
  const algorithm = algorithmOf(key);
  if (algorithm === undefined) throw new Error(`${path} has a key that is neither RSA nor of the curves P-256, P-384 and P-521`);
  return { privateKey: key.export({ type: "pkcs8", format: "pem" }).toString(), algorithm };
};

const privateKeyOf = (path: string, pem: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(`${path} is not a private key in PEM without a passphrase`);
  }
};

const CURVES: Readonly<Record<string, string>> = { prime256v1: "ES256", secp384r1: "ES384", secp521r1: "ES512" };

const algorithmOf = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string | undefined => {
  if (type === "rsa") return "RS256";
  return type === "ec" ? CURVES[details?.namedCurve ?? ""] : undefined;
};
