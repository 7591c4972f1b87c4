import { dayMs } from '@assay/engine/time.ts'
import { exclusions } from '@assay/contract/exclusions.ts'
import { z } from 'zod'
import { rules } from '../../messages/rules.ts'

const messages = rules.exclusions

/** Expiry and reason, the last fields of every exclusion form. */
export const exclusionEnds = {
  description: exclusions.create.body.shape.description.unwrap(),
  until: z.union([z.literal(''), z.iso.date()]),
}

export const endFields = {
  description: { label: messages.description },
  until: { label: messages.until, hint: messages.untilHint, type: 'date' },
} as const

/** Epoch ms of the end of the day; null for no expiry. */
export const endAfter = (until: string): number | null => (until === '' ? null : Date.parse(until) + dayMs)
