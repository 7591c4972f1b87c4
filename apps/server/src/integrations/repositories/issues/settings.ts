import { ticketRuleDefaults } from '@assay/contract/ticket-rule.ts'
import { z } from 'zod'
import { ConnectionSettings } from '#integrations/repositories/connection/settings.ts'

const { token, ...connection } = ConnectionSettings.shape

export const RepositorySettings = z.object({
  ...connection,
  repository: z
    .string()
    .trim()
    .max(300)
    .regex(/^(?:[\w.-]+(?:\/[\w.-]+)+)?$/, 'Enter the repository as owner/name')
    .refine(
      (path) => !path.split('/').some((part) => /^\.+$/.test(part)),
      'Enter the repository as owner/name',
    )
    .default('')
    .meta({ title: 'Repository', description: 'Leave empty to use the repository of each project.' }),
  isConfidential: z.boolean().default(true).meta({
    title: 'Confidential issues',
    description: 'GitLab only. On GitHub, issues are visible to everyone with access to the repository.',
  }),
  ...ticketRuleDefaults,
  token,
})
export type RepositorySettings = z.output<typeof RepositorySettings>
