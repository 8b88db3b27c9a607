/** Opaque provider data that must be sent back unchanged, by provider name. */
export type ProviderData = Readonly<Record<string, unknown>>;

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly providerData?: ProviderData;
}

export interface ImagePart {
  readonly type: "image";
  /** IANA media type, for example `image/png`. */
  readonly mediaType: string;
  /** Bytes in base64. */
  readonly data: string;
  /** Display name, for example the name of the file. */
  readonly name?: string;
}

export interface ReasoningPart {
  readonly type: "reasoning";
  readonly text: string;
  /** Signature or encrypted reasoning, if the provider sends one. */
  readonly providerData?: ProviderData;
}

export interface ToolCallPart {
  readonly type: "tool_call";
  /** Unique within the session. */
  readonly id: string;
  readonly name: string;
  /** Arguments: a JSON value. Invalid JSON stays the string that the model wrote. */
  readonly input: unknown;
  readonly providerData?: ProviderData;
}

export type UserPart = TextPart | ImagePart;
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart;
export type ToolResultPart = TextPart | ImagePart;
