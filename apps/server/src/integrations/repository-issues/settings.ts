import { noCredentials } from '@assay/engine/url-credentials.ts'
import { ticketRuleDefaults } from '@assay/contract/ticket-rule.ts'
import { z } from 'zod'

export const RepositorySettings = z.object({
  service: z
    .enum(['github', 'gitlab'])
    .default('github')
    .meta({ title: 'Service', optionTitles: ['GitHub', 'GitLab'] }),
  url: z
    .string()
    .trim()
    .max(2000)
    .regex(/^(?:https?:\/\/[^?#\s]+)?$/, 'This is not an address such as https://gitlab.example.com')
    .refine(noCredentials.check, noCredentials.message)
    .default('')
    .meta({ title: 'Address', description: 'Of your own server. Empty: github.com or gitlab.com.' }),
  repository: z
    .string()
    .trim()
    .max(300)
    .regex(/^(?:[\w.-]+(?:\/[\w.-]+)+)?$/, 'A repository is written owner/name')
    .refine(
      (path) => !path.split('/').some((part) => /^\.+$/.test(part)),
      'A repository is written owner/name',
    )
    .default('')
    .meta({ title: 'Repository', description: 'Empty: each project uses its own.' }),
  isConfidential: z.boolean().default(true).meta({
    title: 'Confidential issues',
    description: 'GitLab only. On GitHub, issues are visible to everyone with access to the repository.',
  }),
  ...ticketRuleDefaults,
  token: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .regex(/^[\x21-\x7e]+$/, 'A token has no spaces')
    .meta({
      title: 'Access token',
      description: 'GitHub: read and write issues. GitLab: scope api.',
      writeOnly: true,
    }),
})
export type RepositorySettings = z.output<typeof RepositorySettings>
