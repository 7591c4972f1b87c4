import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { NewRuleContent, ruleFields, rulePreview } from './notification-rules.ts'
import { EpochMs, Uuid, someOf } from './vocabulary.ts'

const toEmail = z.boolean()

export const OwnNotificationRule = z
  .object({ uuid: Uuid, ...ruleFields, toEmail, createdAt: EpochMs })
  .meta({ id: 'OwnNotificationRule' })
export type OwnNotificationRule = z.infer<typeof OwnNotificationRule>

/** A member's own rules, in addition to those of the account and its teams. */
export const ownNotificationRules = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/users/me/notifications/rules',
    permission: 'session',
    summary: 'Your notification rules',
    responses: { 200: z.array(OwnNotificationRule) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/users/me/notifications/rules',
    permission: 'session',
    summary: 'Create a notification rule of your own',
    body: NewRuleContent.extend({ toEmail: toEmail.default(false) }),
    responses: { 200: OwnNotificationRule },
  },
  preview: {
    ...rulePreview,
    permission: 'session',
    path: '/api/v1/users/me/notifications/rules/preview',
    body: NewRuleContent,
  },
  update: {
    method: 'POST',
    path: '/api/v1/users/me/notifications/rules/{ruleUuid}',
    permission: 'session',
    summary: 'Update a notification rule of your own; omitted fields keep their value',
    body: someOf(z.object({ ...ruleFields, toEmail }).partial()),
    responses: { 200: OwnNotificationRule },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/users/me/notifications/rules/{ruleUuid}',
    permission: 'session',
    summary: 'Delete a notification rule of your own',
    responses: { 200: z.object({}) },
  },
})
