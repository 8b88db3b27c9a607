import type { Invariant } from "../invariant.ts";
import { boundedText } from "./bounded-text.ts";
import { callArguments } from "./call-arguments.ts";
import { callIds } from "./call-ids.ts";
import { callNames } from "./call-names.ts";
import { nonEmptyMessages } from "./non-empty-messages.ts";
import { imageLimits } from "./image-limits.ts";
import { validParts } from "./valid-parts.ts";
import { ownReasoning } from "./own-reasoning.ts";
import { pairedCalls } from "./paired-calls.ts";
import { alternatingTurns } from "./alternating-turns.ts";
import { userFirst } from "./user-first.ts";
import { visibleImages } from "./visible-images.ts";
import { wellFormedText } from "./well-formed-text.ts";
import { wholeResponses } from "./whole-responses.ts";
/** All invariants, in the order of enforcement. */
export const INVARIANTS: readonly Invariant[] = [
  validParts,
  wholeResponses,
  ownReasoning,
  pairedCalls,
  callIds,
  callNames,
  callArguments,
  visibleImages,
  imageLimits,
  wellFormedText,
  boundedText,
  nonEmptyMessages,
  userFirst,
  alternatingTurns,
];
export { MOST_TEXT } from "./bounded-text.ts";
export { changesAfterRun } from "./own-reasoning.ts";
export { isContinueNote, withContinueNote } from "./alternating-turns.ts";
export { wholeText } from "./well-formed-text.ts";
