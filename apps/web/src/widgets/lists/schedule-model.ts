import { jobs } from '../../messages/jobs.ts'

const messages = jobs.queues.schedules

/** A cron schedule in words; the schedule itself if it is of another form. */
export function describeSchedule(cron: string): string {
  const [minutes = '', hours = '', ...days] = cron.split(' ')
  if (days.join(' ') !== '* * *') return cron
  if (hours === '*') {
    const interval = intervalOf(minutes)
    return interval === null ? cron : messages.minutes(interval)
  }
  const isDaily = /^\d+$/.test(minutes) && /^\d+$/.test(hours)
  return isDaily ? messages.daily(`${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`) : cron
}

/** Minutes between two runs; null if they are not evenly spaced. */
function intervalOf(minutes: string): number | null {
  if (minutes === '*') return 1
  const step = /^\*\/(\d+)$/.exec(minutes)?.[1]
  if (step !== undefined) return 60 % Number(step) === 0 ? Number(step) : null
  const runs = minutes.split(',').map(Number)
  const interval = 60 / runs.length
  return runs.every((run, index) => run === runs[0]! + index * interval) ? interval : null
}
