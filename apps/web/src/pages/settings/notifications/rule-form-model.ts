import type { RuleContent } from '@assay/contract/notification-rules.ts'
import { RuleContent as schema } from '@assay/contract/notification-rules.ts'
import { z } from 'zod'
import { notifications } from '../../../messages/notifications.ts'

const messages = notifications.rules.form

/** Fields that are selected instead of entered. */
export type RuleChoices = Pick<
  RuleContent,
  'kinds' | 'minimumSeverity' | 'onlyWithFix' | 'toInbox' | 'cadence' | 'projectUuids' | 'active'
>

export const choicesOf = (rule: RuleContent | null): RuleChoices => ({
  kinds: rule?.kinds ?? ['malware', 'knownExploited', 'findingOpened', 'advisoryPublished'],
  minimumSeverity: rule?.minimumSeverity ?? 'HIGH',
  onlyWithFix: rule?.onlyWithFix ?? false,
  toInbox: rule?.toInbox ?? true,
  cadence: rule?.cadence ?? 'immediate',
  projectUuids: rule?.projectUuids ?? [],
  active: rule?.active ?? true,
})

const { name, tags, timeZone } = schema.shape
const time = z
  .string()
  .trim()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, messages.quietBoth)

/** The contract's schema with form values as entered. */
export const typedRule = z.object({
  name,
  tags: z
    .string()
    .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
    .pipe(tags),
  quietFrom: time,
  quietTo: time,
  timeZone,
})

/** A rule in API format. Throws ZodError for invalid values. */
export function ruleOf(typed: z.input<typeof typedRule>, choices: RuleChoices): RuleContent {
  const { quietFrom: from, quietTo: to, ...rest } = typedRule.parse(typed)
  return { ...rest, ...choices, quietHours: from !== '' && to !== '' ? { from, to } : null }
}
