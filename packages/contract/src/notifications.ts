import { z } from 'zod'
import { endpoints, mediaTypes, multipartForm, postedForm } from './endpoint.ts'
import { ChannelAddress, NotificationChannel, Recipients } from './notification-channels.ts'
import { Email, MaybeTeam, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const Config = named('NotificationConfig', {
  /** null for the whole account. */
  teamUuid: Uuid.nullable(),
  /** Whether the installation has a mail server. */
  canEmail: z.boolean(),
  /** null if not set up. */
  email: NotificationChannel.nullable(),
  slack: NotificationChannel.nullable(),
})

/** The default channels of the account or a team, and emails to members. */
export const notifications = endpoints({
  config: {
    method: 'GET',
    path: '/api/v1/notifications/config',
    permission: 'teams.read',
    summary: 'The default email and Slack channels of the account or a team',
    query: z.object({ team: MaybeTeam }),
    responses: { 200: Config },
  },
  configure: {
    method: 'POST',
    path: '/api/v1/notifications/config',
    permission: 'teams.edit',
    summary: 'Set the default email and Slack channels; null removes one, omitted ones are unchanged',
    body: z
      .object({
        team: Uuid.nullish(),
        email: z.object({ recipients: Recipients.min(1, 'The recipients are missing') }).nullish(),
        slack: z.object({ url: ChannelAddress }).nullish(),
      })
      .refine(({ email, slack }) => email !== undefined || slack !== undefined, 'Specify email or slack'),
    errors: ['slackSetupLocked'],
    responses: { 200: Config, 202: Config },
  },
  test: {
    method: 'POST',
    path: '/api/v1/notifications/notify_test',
    permission: 'teams.edit',
    summary: 'Send a test message to a default channel',
    query: z.object({ type: z.enum(['email', 'slack']), team: MaybeTeam }),
    errors: ['channelInvalid', 'tooManyEmails'],
    responses: { 200: z.object({ deliveryUuids: z.array(Uuid) }) },
  },
  sendEmail: {
    method: 'POST',
    path: '/api/v1/notifications/send_email',
    permission: 'teams.edit',
    summary: 'Email members of the account',
    body: z.object({
      subject: z.string().trim().min(1, 'The subject is missing').max(200),
      content: z.string().trim().min(1, 'The content is missing').max(20_000),
      /** Field name as sent by existing clients. Must be addresses of active members. */
      recepients: z.array(Email).min(1, 'The recipients are missing').max(50),
    }),
    errors: ['recipientUnknown', 'tooManyEmails', 'mailMissing'],
    responses: { 200: z.object({ queued: z.int() }) },
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/v1/notifications/unsubscribe',
    permission: 'public',
    repeatable: 'an unsubscribed recipient stays unsubscribed',
    acceptsOtherSites: 'mail programs send it, and the link contains a secret',
    summary: 'Unsubscribe a recipient with the link in the email (RFC 8058)',
    query: z.object({ token: z.string().max(1000) }),
    // Mail programs should send the first and may send the second: https://www.rfc-editor.org/rfc/rfc8058#section-3.1.
    body: z
      .object({ 'List-Unsubscribe': z.literal('One-Click') })
      .register(mediaTypes, { mediaType: postedForm, alternatives: [multipartForm] }),
    errors: ['linkEnded'],
    responses: { 200: z.object({}) },
  },
})
