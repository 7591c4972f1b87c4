import type { withClient } from '../chaos/check.ts'

type Client = Parameters<Parameters<typeof withClient>[1]>[0]

/**
 * Jobs of a schedule that were queued twice for the same time. They are kept for an hour after they have finished; the
 * jobs named here are queued by nothing else.
 */
export async function doubleSchedules(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; minute: string; count: number }>(
    `select job.name, to_char(date_trunc('minute', job.created_on), 'HH24:MI') as minute, count(*)::int as count
     from queue.job join queue.schedule on schedule.name = job.name
     where job.data = '{}' or job.data is null
     group by job.name, date_trunc('minute', job.created_on) having count(*) > 1`,
  )
  return rows.map(
    ({ name, minute, count }) => `the scheduled job ${name} was queued ${count} times at ${minute}`,
  )
}
