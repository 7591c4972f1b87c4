import { expect, test } from 'vitest'
import { describeSchedule } from './schedule-model.ts'

test.each([
  ['* * * * *', 'Every minute'],
  ['*/20 * * * *', 'Every 20 minutes'],
  ['7,22,37,52 * * * *', 'Every 15 minutes'],
  ['41 3 * * *', 'Daily at 03:41'],
  ['5 * * * *', 'Every 60 minutes'],
])('%s is shown as “%s”', (cron, text) => expect(describeSchedule(cron)).toBe(text))

test.each(['7,22,38,52 * * * *', '*/7 * * * *', '0 8,9 * * *', '0 8 * * 1', '@daily'])(
  '%s is shown as it is',
  (cron) => expect(describeSchedule(cron)).toBe(cron),
)
