import { modelText } from '#assistant/model/texts.ts'
import { findMember } from '#accounts/members/store.ts'
import { accountScope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { type Answer, maxAnswerMs } from './answer-question.ts'
import { isoDay } from '@assay/engine/time.ts'
import { endAnswer } from './end-answer.ts'
import { lockOverdue } from './store.ts'

/** An answer also has to be saved. */
const overdueAfterMs = maxAnswerMs + 60_000

/** Ends answers whose process has stopped or could not save them. */
export const endOverdueAnswersJob = defineSchedule({
  name: 'end-overdue-answers',
  timeoutSeconds: 300,
  retry: { limit: 2, delaySeconds: 5, maxDelaySeconds: 60 },
  cron: '*/5 * * * *',
  async run({ db }) {
    while (await endOverdueAnswer(db));
  },
})

const endOverdueAnswer = (db: Database): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const overdue = await lockOverdue(tx, overdueAfterMs)
    if (!overdue) return false
    const { accountUuid, memberUuid, host, model, createdAt, ...message } = overdue
    const member = await findMember(tx, accountScope(accountUuid), memberUuid)
    await endAnswer(
      tx,
      { accountUuid, memberUuid },
      {
        ...message,
        day: isoDay(createdAt),
        answer: interrupted,
        // The event of the question has the credential and the address.
        by: { memberEmail: member?.email ?? '', credential: 'none', address: '', agent: '' },
        // How much was sent, only the process knew.
        after: { host, model, state: interrupted.state },
      },
    )
    return true
  })

const interrupted: Answer = {
  answer: '',
  state: 'failed',
  reason: modelText('answerInterrupted'),
  warnings: [],
  unsupported: [],
  sources: [],
  sent: { requests: 0, characters: 0, lookups: [] },
  tokens: 0,
}
