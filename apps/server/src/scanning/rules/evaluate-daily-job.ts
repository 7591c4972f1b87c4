import { compileRule } from '@assay/engine/policies/rules/compile-rule.ts'
import { changingWords } from '@assay/engine/policies/rules/words.ts'
import { accountScope } from '#auth/scope.ts'
import { defineSchedule } from '#platform/queue/job.ts'
import { evaluatePoliciesJob } from './evaluate-policies-job.ts'
import { addRequest } from './evaluation-store.ts'
import { listConditions } from './store.ts'

/** Evaluates stored results of accounts with rules about what changes by itself: ages, due dates, EPSS, lists of exploited vulnerabilities. */
export const evaluateDailyJob = defineSchedule({
  name: 'evaluate-policies-daily',
  priority: 'rescan',
  timeoutSeconds: 600,
  retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 60 },
  // After midnight UTC, when findings are a day older.
  cron: '11 0 * * *',
  run: ({ db, queue }) =>
    db.transaction().execute(async (tx) => {
      const changing = (await listConditions(tx)).filter(({ condition }) => hasChangingWord(condition))
      for (const accountUuid of new Set(changing.map((rule) => rule.accountUuid)))
        if (await addRequest(tx, accountScope(accountUuid), { needsScan: false }))
          await queue.send(tx, evaluatePoliciesJob, { accountUuid })
    }),
})

const hasChangingWord = (condition: string): boolean =>
  compileRule(condition).rule?.words.some((word) => changingWords.has(word)) ?? false
