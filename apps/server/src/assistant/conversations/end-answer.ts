import { insertAuditEvent, type NewAuditEvent } from '#accounts/audit/store.ts'
import { accountScope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Answer, maxAnswerTokens } from './answer-question.ts'
import { type Owner, saveAnswer } from './store.ts'
import { returnTokens } from './use-store.ts'

interface EndedAnswer {
  conversationUuid: string
  number: number
  /** UTC day of its reservation. */
  day: string
  answer: Answer
  by: Pick<NewAuditEvent, 'memberEmail' | 'credential' | 'address' | 'agent'>
  after: object
}

/** Stores an answer with its event, and returns its unused tokens. Its message must be locked and unanswered. */
export async function endAnswer(
  tx: Tx,
  owner: Owner,
  { conversationUuid, number, day, answer, by, after }: EndedAnswer,
): Promise<void> {
  await saveAnswer(tx, owner, { conversationUuid, number, ...answer })
  await returnTokens(tx, owner, { day, tokens: maxAnswerTokens - answer.tokens })
  await insertAuditEvent(tx, accountScope(owner.accountUuid), {
    memberUuid: owner.memberUuid,
    ...by,
    action: 'barista.sent',
    target: { conversationUuid, number: String(number) },
    before: undefined,
    after,
  })
}
