import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { ChannelAddress, NotificationChannel, SlackToken } from './notification-channels.ts'
import { EpochMs, MaybeTeam, Uuid } from './vocabulary.ts'

const Lease = z.object({
  teamUuid: Uuid.nullable(),
  /** Whether the lock is held. */
  locked: z.boolean(),
  /** Whether it is held by the caller. */
  isOwn: z.boolean(),
  /** Address of the member who holds it; null if it is free. */
  by: z.string().nullable(),
  expiresAt: EpochMs.nullable(),
})

/** A lock on the Slack setup of a team, so that two administrators do not set it up concurrently. */
export const slackSetup = endpoints({
  info: {
    method: 'GET',
    path: '/api/v2/notifications/slack/info',
    permission: 'teams.edit',
    summary: 'Resolve a Slack setup ticket',
    query: z.object({ ticket: z.string().trim().min(1).max(200) }),
    responses: {
      200: z.object({
        teamUuid: Uuid.nullable(),
        /** The ticket received when the lock was acquired. */
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
    summary: 'Acquire or renew the lock of the Slack setup',
    query: z.object({ teamUuid: MaybeTeam, state: z.string().trim().max(500).default('') }),
    errors: ['slackSetupLocked'],
    responses: { 200: Lease.extend({ ticket: z.string() }) },
  },
  rooms: {
    method: 'POST',
    path: '/api/v2/notifications/slack/channels',
    permission: 'teams.edit',
    audited: false,
    repeatable: 'it changes nothing',
    summary: "List public channels of a Slack workspace, using the app's bot token",
    body: z.object({ token: SlackToken, address: ChannelAddress.optional() }),
    errors: ['credentialsInvalid', 'addressRefused', 'sourceFailed'],
    responses: { 200: z.array(z.object({ id: z.string(), name: z.string() })) },
  },
  status: {
    method: 'GET',
    path: '/api/v2/notifications/slack/locks/status',
    permission: 'teams.read',
    summary: 'Get the holder of the lock of the Slack setup',
    query: z.object({ team: MaybeTeam }),
    responses: { 200: Lease },
  },
  rentalTime: {
    method: 'GET',
    path: '/api/v2/notifications/slack/locks/rentalTime',
    permission: 'teams.read',
    summary: 'Duration of the lock of the Slack setup',
    responses: { 200: z.object({ seconds: z.int() }) },
  },
})
