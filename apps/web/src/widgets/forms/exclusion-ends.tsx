import { dayMs } from '@assay/engine/time.ts'
import { exclusions } from '@assay/contract/exclusions.ts'
import { z } from 'zod'
import { rules } from '../../messages/rules.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { FieldErrors } from './form-model.ts'

const messages = rules.exclusions

/** Expiry and reason, the last fields of every exclusion form. */
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

/** Epoch ms of the end of the day; null for no expiry. */
export const endAfter = (until: string): number | null => (until === '' ? null : Date.parse(until) + dayMs)
