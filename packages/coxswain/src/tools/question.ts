import { defineTool, textResult } from "../loop/index.ts";
import { listField, optional, stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
const limits = LIMITS.question;

const DESCRIPTION = `Asks the user questions and waits for the answers: 1 to ${limits.questions} questions, each with 2 to ${limits.options} suggested answers. A question or \
an answer has at most ${limits.length} characters. The user may answer in their own words, or not at all. Ask only if the files and the task do not contain the answer and \
it would change the result, or before an action that is hard to undo. Put the recommended answer first, and describe the consequence of each.`;

const words = (description: string) => stringField(description, { max: limits.length });

const schema = toolInput({
  questions: listField("The questions, in order.", {
    min: 1,
    max: limits.questions,
    fields: {
      question: words("The question, as one sentence."),
      options: listField("The suggested answers; the recommended one first.", {
        min: 2,
        max: limits.options,
        fields: { label: words("The answer, in a few words."), description: optional(words("Its consequence.")) },
      }),
    },
  }),
});

/**
 * Asks the user, in programs that have one. Sub-agents do not have this tool; they report open questions to the parent
 * agent.
 */
export const questionTool = (ask: AskUser) =>
  defineTool({
    name: "question",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    replay: "safe",
    availableToSubagents: false,
    async execute({ questions }, context) {
      const answers: { readonly question: string; readonly answer: string | null }[] = [];
      for (const { question, options } of questions) {
        const answer = (await ask({ question, options }, context.signal))?.trim();
        // After an abort, ignores the answer and skips the remaining questions.
        if (context.signal.aborted) break;
        answers.push({ question, answer: answer === undefined || answer === "" ? null : answer });
      }
      return textResult(answers.map(inWords).join("\n"), { answers });
    },
  });

const inWords = ({ question, answer }: { readonly question: string; readonly answer: string | null }): string =>
  `${question}\n${answer === null ? "(The user gave no answer: choose the safest option, and report your choice.)" : `The user answered: ${answer}`}`;

/** One suggested answer. */
export interface QuestionOption {
  readonly label: string;
  /** Consequence of this answer. */
  readonly description: string | undefined;
}

/** Question from the model to the user. */
export interface UserQuestion {
  readonly question: string;
  /** 2 to 5 options, the recommended one first. The user may also answer in their own words. */
  readonly options: readonly QuestionOption[];
}

/**
 * Asks the user a question. Resolves to the chosen label or to the user's own words, or to undefined if the user gave
 * no answer. When the signal aborts, the question is withdrawn and any later answer is ignored.
 */
export type AskUser = (question: UserQuestion, signal: AbortSignal) => Promise<string | undefined>;
