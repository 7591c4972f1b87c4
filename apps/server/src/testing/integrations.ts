import { features } from '@assay/contract/features.ts'
import { jobs } from '#jobs.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** Enables every feature, including integrations. */
export const enableFeatures = (
  { db }: Pick<TestServer, 'db'>,
  { accountUuid }: Pick<TestMember, 'accountUuid'>,
) =>
  db
    .updateTable('account')
    .set({ features: Object.keys(features) })
    .where('uuid', '=', accountUuid)
    .execute()

/** Makes waiting deliveries due and runs due schedules. */
export async function runSchedules({ db, context }: TestServer): Promise<void> {
  const past = new Date(Date.now() - 1000)
  await db.updateTable('integration').set({ paused_until: null }).execute()
  await db
    .updateTable('integration_delivery')
    .set({ not_before: past })
    .where('state', '=', 'waiting')
    .execute()
  const job = jobs.find(({ name }) => name === 'run-integrations')!
  await job.run(context, {}, { priority: 'refresh' })
}
