/** Default reason of a hook that denies, stops or blocks. */
export const NO_REASON = "It gave no reason.";
