import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { messages } from './problem.ts'
import { named } from './named.ts'

const quota = z.int().min(0).max(2_000_000_000).nullable().default(null)

/** What the operator allows an account; null for the limits of the product alone. */
export const Quotas = named('Quotas', {
  projects: quota,
  /** Counted by the hour of the clock. */
  uploadsAnHour: quota,
  /** Of documents, as stored. */
  storageBytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().default(null),
  /** Uploads whose scans wait or run. */
  waitingScans: quota,
})
export type Quotas = z.infer<typeof Quotas>

const QuotaUse = z
  .object({ projects: z.int(), uploadsAnHour: z.int(), storageBytes: z.int(), waitingScans: z.int() })
  .meta({ id: 'QuotaUse' })

const path = '/api/v1/accounts/{accountUuid}/quotas'

export const quotas = endpoints({
  get: {
    method: 'GET',
    path,
    missingName: messages.accountMissing,
    permission: 'account.read',
    reachesAccounts: true,
    summary: 'What the operator allows the account, and what it uses of that',
    responses: { 200: z.object({ allowed: Quotas, used: QuotaUse }) },
  },
  save: {
    method: 'POST',
    path,
    missingName: messages.accountMissing,
    permission: 'account.disable',
    reachesAccounts: true,
    summary: 'Set what an account is allowed; operator only',
    body: Quotas,
    errors: ['operatorOnly'],
    responses: { 200: Quotas },
  },
})
