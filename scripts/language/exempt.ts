/** Files whose English is not ours, or which quote it. */
export const EXEMPT: readonly { readonly files: RegExp; readonly reason: string }[] = [
  { files: /(?:^|\/)(?:fixtures|vendor)\//, reason: "recorded from other programs" },
  { files: /(?:^|\/)(?:NOTICE|LICENSE)[^/]*$/, reason: "licences of others" },
  { files: /^scripts\/language\/(?:rules|findings\.test)\.ts$/, reason: "the rules and their tests name the phrases" },
];

/** Phrases that are right in one place. */
export const EXCEPTIONS: readonly { readonly path: string; readonly phrase: string; readonly reason: string }[] = [
  { path: "examples/07-agent-session.ts", phrase: "Kept", reason: "printed by a seed's usage example" },
  { path: "tests/examples.test.ts", phrase: "Kept", reason: "printed by a seed's usage example" },
];
