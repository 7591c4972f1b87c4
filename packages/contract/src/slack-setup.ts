import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { NotificationChannel } from './notification-channels.ts'
import { EpochMs, Uuid } from './vocabulary.ts'

const Lease = z.object({
  teamUuid: Uuid.nullable(),
  /** Whether somebody sets up Slack now. */
  locked: z.boolean(),
  /** Whether it is the caller. */
  isOwn: z.boolean(),
  /** The address of the member who does; null: nobody. */
  by: z.string().nullable(),
  expiresAt: EpochMs.nullable(),
})

/** A lease on the Slack setup of a team, so that two administrators do not set it up at once. */
export const slackSetup = endpoints({
  info: {
    method: 'GET',
    path: '/api/v2/notifications/slack/info',
    permission: 'teams.edit',
    summary: 'What a ticket of the Slack setup stands for',
    query: z.object({ ticket: z.string().trim().min(1).max(200) }),
    responses: {
      200: z.object({
        teamUuid: Uuid.nullable(),
        /** As it was given when the lock was borrowed. */
        state: z.string(),
        expiresAt: EpochMs,
        slack: NotificationChannel.nullable(),
      }),
    },
  },
  borrow: {
    method: 'POST',
    path: '/api/v2/notifications/slack/locks/borrow',
    permission: 'teams.edit',
    summary: 'Borrow the lock of the Slack setup, or renew it',
    query: z.object({ teamUuid: Uuid.optional(), state: z.string().trim().max(500).default('') }),
    errors: ['slackSetupLocked'],
    responses: { 200: Lease.extend({ ticket: z.string() }) },
  },
  status: {
    method: 'GET',
    path: '/api/v2/notifications/slack/locks/status',
    permission: 'teams.read',
    summary: 'Who holds the lock of the Slack setup',
    query: z.object({ team: Uuid.optional() }),
    responses: { 200: Lease },
  },
  rentalTime: {
    method: 'GET',
    path: '/api/v2/notifications/slack/locks/rentalTime',
    permission: 'teams.read',
    summary: 'For how long the lock of the Slack setup is borrowed',
    responses: { 200: z.object({ seconds: z.int() }) },
  },
})
