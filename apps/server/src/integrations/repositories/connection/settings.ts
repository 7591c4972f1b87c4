import { noCredentials } from '@assay/engine/url-credentials.ts'
import { z } from 'zod'
import { serviceIds } from '#integrations/repositories/dialects/hosts.ts'

/** How a repository is reached, whatever is done there. */
export const ConnectionSettings = z.object({
  service: z
    .enum(serviceIds)
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
      pattern: String.raw`^(?:https?://[^\s/?#@]+[^\s?#@]*)?$`,
    }),
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
export type ConnectionSettings = z.output<typeof ConnectionSettings>
