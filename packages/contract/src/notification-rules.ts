import { z } from 'zod'
import { nameOf } from './name.ts'
import { endpoints } from './endpoint.ts'
import { Language, languages } from './languages.ts'
import { NotificationKind, NotificationMessage, NotificationSeverity } from './notification-messages.ts'
import { TagName } from './tags.ts'
import { EpochMs, Uuid, someOf } from './vocabulary.ts'
import { named } from './named.ts'

export const cadences = ['immediate', 'daily', 'weekly'] as const
/** 'HH:MM', in the rule's time zone. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const TimeZone = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(isTimeZone, 'The time zone is unknown')
  .meta({ id: 'TimeZone', enum: [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])] })

export const ruleFields = {
  name: nameOf(200, 'The name is missing'),
  kinds: z.array(NotificationKind).min(1, 'Choose at least one event').max(20),
  /** Applies to new findings and advisories, except malware and known exploited vulnerabilities. */
  minimumSeverity: NotificationSeverity,
  /** Report new findings and advisories only if a release fixes them. */
  onlyWithFix: z.boolean(),
  /** Without projects and tags, the rule applies to everything in scope. */
  projectUuids: z.array(Uuid).max(100),
  tags: z.array(TagName).max(100),
  /** Whether the message appears in the inbox of its recipients. */
  toInbox: z.boolean(),
  cadence: z.enum(cadences),
  /** Quiet hours; null for none. */
  quietHours: z.object({ from: TimeOfDay, to: TimeOfDay }).nullable(),
  timeZone: TimeZone,
  active: z.boolean(),
}
const defaults = {
  minimumSeverity: NotificationSeverity.default('HIGH'),
  onlyWithFix: z.boolean().default(false),
  projectUuids: ruleFields.projectUuids.default([]),
  tags: ruleFields.tags.default([]),
  toInbox: z.boolean().default(true),
  cadence: ruleFields.cadence.default('immediate'),
  quietHours: ruleFields.quietHours.default(null),
  timeZone: TimeZone.default('UTC'),
  active: z.boolean().default(true),
}
const channelUuids = z.array(Uuid).max(20)

export const RuleContent = z.object(ruleFields)
export type RuleContent = z.infer<typeof RuleContent>

export const NotificationRule = named('NotificationRule', {
  uuid: Uuid,
  ...ruleFields,
  /** null for the whole account. */
  teamUuid: Uuid.nullable(),
  channelUuids,
  createdAt: EpochMs,
})
export type NotificationRule = z.infer<typeof NotificationRule>

/** Messages a rule would have sent in the last 30 days. */
const Preview = z.object({
  days: z.int(),
  /** Number of matching events. */
  total: z.int(),
  /** The message combining them; null if there are none. */
  message: NotificationMessage.nullable(),
  /** There were more events than a preview evaluates; only the latest are included. */
  isTruncated: z.boolean(),
})
export type NotificationPreview = z.infer<typeof Preview>

export const NewRuleContent = z.object({ ...ruleFields, ...defaults })
export const rulePreview = {
  method: 'POST',
  permission: 'teams.read',
  audited: false,
  repeatable: 'it changes nothing',
  summary: 'What a rule would have sent in the last 30 days',
  query: z.object({ language: Language.default(languages[0]) }),
  responses: { 200: Preview },
} as const

/** Rules of the account or of teams. */
export const notificationRules = endpoints({
  list: {
    method: 'GET',
    path: '/api/v1/notifications/rules',
    permission: 'teams.read',
    summary: 'Notification rules of the account and of teams',
    responses: { 200: z.array(NotificationRule) },
  },
  create: {
    method: 'POST',
    path: '/api/v1/notifications/rules',
    permission: 'teams.edit',
    summary: 'Create a notification rule',
    body: NewRuleContent.extend({
      teamUuid: Uuid.nullable().default(null),
      channelUuids: channelUuids.default([]),
    }),
    responses: { 200: NotificationRule },
  },
  preview: {
    ...rulePreview,
    path: '/api/v1/notifications/rules/preview',
    body: NewRuleContent.extend({ teamUuid: Uuid.nullable().default(null) }),
  },
  update: {
    method: 'POST',
    path: '/api/v1/notifications/rules/{ruleUuid}',
    permission: 'teams.edit',
    summary: 'Update a notification rule; omitted fields keep their value',
    body: someOf(z.object({ ...ruleFields, channelUuids }).partial()),
    responses: { 200: NotificationRule },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/notifications/rules/{ruleUuid}',
    permission: 'teams.edit',
    summary: 'Delete a notification rule',
    responses: { 200: z.object({}) },
  },
})
