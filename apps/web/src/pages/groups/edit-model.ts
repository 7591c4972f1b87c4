import type { Group } from '@assay/contract/groups.ts'
import { z } from 'zod'
import { groups } from '../../messages/groups.ts'

const messages = groups.form

const wholeNumber = (from: number, to: number, message: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= from && Number(text) <= to),
      message,
    )

const Days = wholeNumber(1, 3650, messages.invalidDays)
const Minimum = wholeNumber(0, 100, messages.invalidScore)

/** The texts of the form; '' inherits or means none. */
export const GroupForm = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2000),
  tag: z.string().trim().max(100),
  pattern: z.string().trim().max(500),
  CRITICAL: Days,
  HIGH: Days,
  MEDIUM: Days,
  LOW: Days,
  security: Minimum,
  stability: Minimum,
  licensing: Minimum,
})
export type GroupForm = z.infer<typeof GroupForm>

export const valuesOf = (group: Group | null): GroupForm => ({
  name: group?.name ?? '',
  description: group?.description ?? '',
  tag: group?.rule?.tag ?? '',
  pattern: group?.rule?.pattern ?? '',
  CRITICAL: textOf(group?.fixTargets.CRITICAL),
  HIGH: textOf(group?.fixTargets.HIGH),
  MEDIUM: textOf(group?.fixTargets.MEDIUM),
  LOW: textOf(group?.fixTargets.LOW),
  security: textOf(group?.minimums.security),
  stability: textOf(group?.minimums.stability),
  licensing: textOf(group?.minimums.licensing),
})

const textOf = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

/** What the API takes. */
export const changeOf = ({ name, description, tag, pattern, ...numbers }: GroupForm) => ({
  name,
  description,
  rule: tag === '' && pattern === '' ? null : { tag, pattern },
  fixTargets: {
    CRITICAL: numberOf(numbers.CRITICAL),
    HIGH: numberOf(numbers.HIGH),
    MEDIUM: numberOf(numbers.MEDIUM),
    LOW: numberOf(numbers.LOW),
  },
  minimums: {
    security: numberOf(numbers.security),
    stability: numberOf(numbers.stability),
    licensing: numberOf(numbers.licensing),
  },
})

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))
