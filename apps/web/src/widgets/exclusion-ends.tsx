import { exclusions } from '@assay/contract/exclusions.ts'
import { z } from 'zod'
import { rules } from '../messages/rules.ts'
import { TextField } from '../ui/text-field.tsx'
import type { FieldErrors } from './form-model.ts'

const messages = rules.exclusions
const dayMs = 86_400_000

/** What every exclusion is asked for at the end of its form. */
export const exclusionEnds = {
  description: exclusions.create.body.shape.description.unwrap(),
  until: z.union([z.literal(''), z.iso.date()]),
}

export const ExclusionEnds = ({ errors }: { errors: FieldErrors }) => (
  <>
    <TextField
      label={messages.description}
      name="description"
      autoComplete="off"
      error={errors.description}
    />
    <TextField
      label={messages.until}
      hint={messages.untilHint}
      name="until"
      type="date"
      error={errors.until}
    />
  </>
)

/** Epoch ms after the last moment of the day; null: for good. */
export const endAfter = (until: string): number | null => (until === '' ? null : Date.parse(until) + dayMs)
