/** One thing that the project's English avoids, and what to write instead. */
export interface Rule {
  /** Matched without regard to case; a space stands for any white space, line breaks of a comment included. */
  readonly pattern: string;
  /** Follows "write" in a finding. */
  readonly write: string;
  /** `prose`: comments and Markdown only, not strings. Default: everywhere. */
  readonly only?: "prose";
}

const PEOPLE =
  "anyone|everyone|someone|those|people|users?|callers?|owners?|authors?|readers?|engineers?|developers?|maintainers?|contributors?|attackers?|clients?|newcomers?";

/** Words that must not open a comment, a test's name, a paragraph or an item of a list. Questions are exempt. */
export const OPENERS: readonly Rule[] = [
  { pattern: "what", write: "the noun that is meant" },
  { pattern: "who(?:m|ever)?", write: "the noun: caller, client, owner, listener" },
  { pattern: "whose", write: "the owner of …, or the noun that is meant" },
  { pattern: "whether", write: "true if …, or returns whether …" },
  { pattern: "of(?! course\\b)", write: "the noun first" },
  { pattern: "those", write: "the noun that is meant" },
  { pattern: "where(?:ver)?", write: "location of …, or if …, when …" },
  { pattern: "how (?:many|much)", write: "number of …, amount of …" },
  { pattern: "how (?:long|often|far|deep|large|big)", write: "duration, count, depth, size of …" },
  { pattern: "how(?! (?:many|much|long|often|far|deep|large|big|to)\\b)", write: "the noun or the verb: format of …, formats …" },
  { pattern: "which", write: "the noun that is meant" },
  { pattern: "why", write: "reason for …" },
  { pattern: "(?:one|something|anything|another|all) (?:that|whose|which|who)", write: "the noun that is meant" },
];

/** Phrases that must not appear in prose or strings. */
export const PHRASES: readonly Rule[] = [
  // Verbs for speech, which hide the mechanism.
  {
    pattern: "(?:is|are|was|were|be|been|being|gets?|not) told",
    write: "who sends it: the session emits …, the model sees …, the client is notified",
  },
  { pattern: "told", write: "emitted, notified, reported, sent, shown" },
  { pattern: "tells? .{1,40}? (?:apart|from)", write: "distinguishes … from" },
  { pattern: "tells", write: "emits, notifies, reports, shows" },
  { pattern: "tell", write: "emit, notify, report, show", only: "prose" },
  { pattern: "(?:is|are|was|were|be|been|being) said", write: "who states it: the file specifies …, the message contains …" },
  { pattern: "said", write: "reported, specified, sent, typed" },
  { pattern: "(?<!(?:specification|spec|documentation|readme|manual|rfc|rfc \\d+) )says", write: "states, specifies, reports, contains" },
  { pattern: "has? (?:a|its|their|no) say|have (?:a|no) say|puts? in a word", write: "decides, can change, or does not decide" },
  { pattern: "hears?|heard", write: "receives, is notified of" },
  { pattern: "speaks? of", write: "is about, mentions" },

  // Verbs with a standard name.
  { pattern: "(?:goes|go|going|went|gone) on(?! (?:call|the command line|stdout|stderr)\\b)", write: "continues, resumes, runs" },
  { pattern: "lets? go of|let go", write: "releases" },
  { pattern: "mend(?:s|ed|ing)?", write: "fix, repair, correct" },
  { pattern: "heed(?:s|ed|ing)?", write: "respect, follow" },
  { pattern: "kept", write: "persisted, stored, preserved, retained" },
  { pattern: "(?:is|are|was|were|be|been) taken (?:for|to be|as)", write: "is treated as" },
  { pattern: "(?:takes?|taken|took|taking|notes?|noted) down", write: "records" },
  { pattern: "hand(?:s|ed|ing)? (?:it |them |this )?over|hand-?over", write: "passes, sends, delivers" },
  { pattern: "pass(?:es|ed|ing)? over", write: "skips, ignores" },
  { pattern: "(?:leaves?|left|leaving) (?:it |them |this )?out", write: "omits, skips" },
  { pattern: "look(?:s|ed|ing)? at", write: "inspects, checks, reads" },
  { pattern: "see(?:s|n)? to it", write: "makes sure" },
  { pattern: "(?:does|do|did|done|doing) without", write: "works without, omits" },
  { pattern: "cut (?:short|off)", write: "interrupted, truncated" },
  { pattern: "used up", write: "exhausted, spent" },
  { pattern: "ends? up", write: "is, becomes" },
  { pattern: "borne", write: "paid, accepted, carried" },
  { pattern: "(?:come|comes|came|coming) (?:of it|of them|to nothing|to be)", write: "the result, results in" },
  {
    pattern:
      "stand(?:s|ing)? (?:in|on|at|there|here|below|beside|before|after|behind|above|between|where|first|last|outside|inside|elsewhere)(?! for\\b)",
    write: "is in, appears in",
  },
  { pattern: "stood", write: "was in, appeared in" },
  { pattern: "lies|lain", write: "is in" },
  { pattern: "(?:is|are|was|were|be|been) begun", write: "starts, started" },

  // Passive and modal constructions.
  { pattern: "(?:has|have|had|having) to (?:be|have)", write: "must be, must have" },
  { pattern: "(?:is|are|was|were) to be", write: "must be, will be" },
  { pattern: "(?:it|that|this|they|which|what) (?:is|are|was|were) to(?! (?:the|a|an|be)\\b)", write: "must, will, should" },
  { pattern: "be had", write: "is available" },
  {
    pattern:
      "(?<!there (?:can |may |must |would )?)(?:is|are|was|were|be) no(?! (?:longer|more|less|better|worse|later|different|slower|faster)\\b)",
    write: "is not a …",
  },
  { pattern: "(?<!there )(?:is|are|was|were) none", write: "is not one, does not exist" },
  { pattern: "(?:is|are|was|were) not there|(?:that|which) (?:is|are|was) there", write: "does not exist, exists" },
  { pattern: "(?:is|are|was|were|has|have|be) gone", write: "no longer exists, was removed" },
  { pattern: "will do", write: "is enough, or the verb" },

  // People and callers.
  { pattern: "whoever|whom", write: "the noun: callers that …, anyone who …" },
  {
    pattern: `(?<!\\b(?:${PEOPLE}),? )(?<!\\b(?:know|knows|show|shows|see|sees|record|records|decide|decides|out) )who(?! (?:am i|are you)\\b)`,
    write: "the noun: callers that …, the owner",
  },
  { pattern: "nobody", write: "no client, no caller, without a terminal" },
  { pattern: "somebody", write: "someone, a user, a caller" },
  { pattern: "(?:the|a|that|this|each) person|person's", write: "the user, the owner" },

  // Relative clauses in the place of a noun.
  {
    pattern:
      "what (?:is|was|are|were|has been|have been)(?! (?:wrong|missing|new|needed|required|allowed|supported|available|happening)\\b)",
    write: "the noun that is meant",
  },
  { pattern: "what (?:came|comes|goes|went|stands|becomes|became|cannot|of|no|remains)", write: "the noun that is meant" },
  { pattern: "all that (?:it|is|was|are|were|they|the|a|its)|with all that", write: "everything that …, or the noun" },

  // Turns of phrase.
  {
    pattern:
      "(?:as a|an?|such a|the same|one|each) text(?! (?:file|editor|block|part|delta|content|message|node|field|format|only|input|output|document|response|chunk|stream|event|is|was|of)\\b)|texts",
    write: "string, strings, or the noun: prompt, message, output",
  },
  { pattern: "at hand", write: "available" },
  { pattern: "by (?:itself|themselves)", write: "automatically, alone, separately" },
  { pattern: "of (?:its|their|one's|our|your|my) own", write: "its own …, separate …" },
  { pattern: "(?:left|leaves? (?:\\w+ ){1,3}|stays?|stayed|remains?|kept) ?as (?:it|they|he) (?:is|was|are|were)", write: "unchanged" },
  { pattern: "in the place of", write: "instead of, in place of" },
  { pattern: "nothing of", write: "no …, none of" },
  { pattern: "nothing but", write: "only" },
  { pattern: "but for", write: "except" },
  { pattern: ", for (?:it|they|there|this|that|nothing|what|who|no|one|he|we|then)", write: "because, since" },
  { pattern: "for as long as", write: "while" },
  { pattern: "so many(?! that)", write: "that many, N" },
  { pattern: "however (?:many|long|much|often|few|deep|large|it)", write: "regardless of" },
  { pattern: "(?:one|object) a line", write: "one per line" },
  { pattern: "(?:not|no|nothing|none|never|is|are|was)(?: \\w+){0,4} any ?more(?! than)", write: "no longer" },
  { pattern: "anew", write: "again" },
  { pattern: "as ever", write: "as before, as usual" },
  { pattern: "the like", write: "and similar …" },
  { pattern: "till", write: "until" },
];

/**
 * Words that declared names and file names must not contain, matched against the words of the name joined by spaces.
 */
export const NAMES: readonly Rule[] = [
  { pattern: "told|tells|telling", write: "emitted, notified, notice" },
  { pattern: "said|says", write: "typed, sent, specified" },
  { pattern: "heard|hear|hearing", write: "received, listener" },
  { pattern: "kept", write: "persisted, stored, preserved" },
  { pattern: "^(?:given|wanted|known)$", write: "the noun: options, requested, existing" },
  { pattern: "go(?:es|ing)? on|goings? on", write: "continue, resume, running" },
  { pattern: "hand(?:ed)? over", write: "send, deliver, mailbox" },
  { pattern: "mend(?:s|ed|ing)?", write: "fix, repair" },
  { pattern: "heed(?:s|ed)?", write: "respect, follow" },
  { pattern: "nobody|whoever|whom", write: "the noun that is meant" },
  { pattern: "let go", write: "release" },
];
