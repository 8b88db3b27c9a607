/** Files whose English is not ours, or which quote it. */
export const EXEMPT: readonly { readonly files: RegExp; readonly reason: string }[] = [
  { files: /(?:^|\/)(?:fixtures|vendor)\//, reason: "recorded from other programs" },
  { files: /(?:^|\/)(?:NOTICE|LICENSE)[^/]*$/, reason: "licences of others" },
  { files: /^scripts\/language\/(?:rules|findings\.test)\.ts$/, reason: "the rules and their tests name the phrases" },
];

/** Phrases that are right in one place. */
export const EXCEPTIONS: readonly { readonly path: string; readonly phrase: string; readonly reason: string }[] = [];

/** Folders and files that have not been converted yet: findings in them do not fail the check. */
export const PENDING: readonly string[] = [
  "docs/settings.md",
  "docs/tools.md",
  "examples/",
  "packages/coxswain/src/compaction/",
  "packages/coxswain/src/context/",
  "packages/coxswain/src/facades/",
  "packages/coxswain/src/index.ts",
  "packages/coxswain/src/loop/",
  "packages/coxswain/src/policy/asking.test.ts",
  "packages/coxswain/src/policy/asking.ts",
  "packages/coxswain/src/policy/check-budget.test.ts",
  "packages/coxswain/src/policy/deny-all.test.ts",
  "packages/coxswain/src/policy/deny-all.ts",
  "packages/coxswain/src/policy/offers.fixture.ts",
  "packages/coxswain/src/policy/offers.test.ts",
  "packages/coxswain/src/policy/policy-gate.race.test.ts",
  "packages/coxswain/src/policy/policy-gate.test.ts",
  "packages/coxswain/src/policy/policy-gate.ts",
  "packages/coxswain/src/policy/question.ts",
  "packages/coxswain/src/policy/saved-rules.test.ts",
  "packages/coxswain/src/policy/secret-commands.test.ts",
  "packages/coxswain/src/policy/secret-paths.ts",
  "packages/coxswain/src/policy/stop-conditions.test.ts",
  "packages/coxswain/src/policy/strictest.test.ts",
  "packages/coxswain/src/providers/",
  "packages/coxswain/src/runtime/",
  "packages/coxswain/src/session/",
  "packages/coxswain/src/settings/",
  "packages/coxswain/src/testing/",
  "packages/coxswain/src/tools/",
  "packages/coxswain/src/transfer/",
  "packages/coxswain/src/workspace/",
  "scripts/build.ts",
  "scripts/build/",
  "tests/cli/config.test.ts",
  "tests/cli/extension-faults.test.ts",
  "tests/cli/extensions.test.ts",
  "tests/layers.test.ts",
];
