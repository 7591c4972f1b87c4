import type { EventType, OutboxEvent } from '#platform/outbox/events.ts'
import type { Alert } from './alert.ts'
import type { Facts } from './facts.ts'

/** Converts events to alerts for the rules of an account. */
export interface AccountAlert {
  accountUuid: string
  alert: Alert
}

/** The alerts of an event of one type. */
export type Reader<T extends EventType> = (facts: Facts, event: OutboxEvent<T>) => Promise<AccountAlert[]>

export const noDetails = {
  severity: null,
  hasFix: null,
  project: null,
  memberUuid: null,
  details: [],
} as const

export const toOne = (accountUuid: string | null, alert: Alert): AccountAlert[] =>
  accountUuid === null ? [] : [{ accountUuid, alert }]
