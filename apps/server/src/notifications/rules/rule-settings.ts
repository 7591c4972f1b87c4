import { RuleContent } from '@assay/contract/notification-rules.ts'
import type { z } from 'zod'

/** What a rule keeps as one column. */
export const RuleSettings = RuleContent.omit({ kinds: true, active: true })
export type RuleSettings = z.infer<typeof RuleSettings>
