import { noCredentials } from '@assay/engine/url-credentials.ts'
import { ticketRuleDefaults } from './ticket-rule.ts'
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
    .regex(/^(?:https?:\/\/[^?#\s]+)?$/, 'Enter a URL such as https://gitlab.example.com')
    .refine(noCredentials.check, noCredentials.message)
    .default('')
    .meta({
      title: 'URL',
      description: 'Of a self-hosted server. Leave empty for github.com or gitlab.com.',
    }),
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
  token: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .regex(/^[\x21-\x7e]+$/, 'A token cannot contain spaces')
    .meta({
      title: 'Access token',
      description:
        'For GitHub, read and write access to issues, and to refresh projects read access to contents. For GitLab, the scope api.',
      writeOnly: true,
    }),
})
export type RepositorySettings = z.output<typeof RepositorySettings>
