/** Opaque data of a provider that has to go back to it unchanged, by the provider's name. */
export type ProviderData = Readonly<Record<string, unknown>>;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly providerData?: ProviderData;
}

export interface ImagePart {
  readonly type: "image";
  /** IANA media type, as `image/png`. */
  readonly mediaType: string;
  /** The bytes in base64. */
  readonly data: string;
  /** A name for people, as the file's. */
  readonly name?: string;
}

export interface ReasoningPart {
  readonly type: "reasoning";
  readonly text: string;
  /** Holds the signature or the encrypted reasoning, where the provider gives one. */
  readonly providerData?: ProviderData;
}

export interface ToolCallPart {
  readonly type: "tool_call";
  /** Unique within the session. */
  readonly id: string;
  readonly name: string;
  /** The arguments: a JSON value; text that is not JSON stays as the model wrote it, a string. */
  readonly input: unknown;
  readonly providerData?: ProviderData;
}

export type UserPart = TextPart | ImagePart;
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart;
export type ToolResultPart = TextPart | ImagePart;
