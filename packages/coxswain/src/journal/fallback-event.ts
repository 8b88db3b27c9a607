/** A run goes on with another model, to its end or until it comes to the next. `reason`: why, for people. */
export interface FallbackEvent {
  readonly type: "model_fallback";
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}
