import type { Answer, Question } from "../../policy/index.ts";
import type { Session } from "../session.ts";

/** What is asked just now, by the session's own agent or by any that works for it. A question of which it is told as `permission_ask` is among them until its reply. */
export const pendingQuestions = (session: Session): readonly Question[] => session.questions.map(({ question }) => question);

/**
 * Answers a question, whoever else is asked: the first answer counts, and what was put to the others is withdrawn. `settled`: it was answered or withdrawn
 * before, or never asked.
 * @param by whose answer it is, as the fact of it is to say; any name
 */
export const answerQuestion = (session: Session, id: string, answer: Answer, by?: string): "answered" | "settled" =>
  session.questions.find(({ question }) => question.id === id)?.answer(answer, by) ?? "settled";
