import { RuleContent } from '@assay/contract/notification-rules.ts'
import type { z } from 'zod'

/** The rule settings stored in one JSON column. */
export const RuleSettings = RuleContent.omit({ kinds: true, active: true })
export type RuleSettings = z.infer<typeof RuleSettings>
