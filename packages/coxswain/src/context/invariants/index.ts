import type { Invariant } from "../invariant.ts";
import { callArguments } from "./call-arguments.ts";
import { callIds } from "./call-ids.ts";
import { contentful } from "./contentful.ts";
import { imageLimits } from "./image-limits.ts";
import { ownReasoning } from "./own-reasoning.ts";
import { pairedCalls } from "./paired-calls.ts";
import { userFirst } from "./user-first.ts";
import { visibleImages } from "./visible-images.ts";
import { wellFormedText } from "./well-formed-text.ts";
import { wholeResponses } from "./whole-responses.ts";

/** All invariants, in the order in which they are enforced. */
export const INVARIANTS: readonly Invariant[] = [
  wholeResponses,
  ownReasoning,
  pairedCalls,
  callIds,
  callArguments,
  visibleImages,
  imageLimits,
  wellFormedText,
  contentful,
  userFirst,
];
