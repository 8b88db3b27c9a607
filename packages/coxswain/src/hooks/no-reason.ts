/** The reason of a hook that denies, stops or blocks without a word. */
export const NO_REASON = "It gave no reason.";
