import { ticketRule, ticketRuleDefaults } from '@assay/contract/ticket-rule.ts'
import { serviceAddressFormat } from '@assay/contract/vocabulary.ts'
import { noCredentials } from '@assay/engine/url-credentials.ts'
import { z } from 'zod'

export const ProjectKey = z
  .string()
  .trim()
  .max(50)
  .regex(/^(?:[A-Za-z][A-Za-z\d_]*)?$/, 'A project key contains only letters, digits and _')
export const IssueTypeId = z.string().trim().max(20).regex(/^\d*$/, 'Enter the numeric ID of the issue type')

export const jiraFields = {
  deployment: z.enum(['cloud', 'dataCenter']).meta({
    title: 'Edition',
    description: 'Data Center 8.14 or later.',
    optionTitles: ['Cloud', 'Data Center'],
  }),
  url: z
    .string()
    .trim()
    .min(1, 'Enter the URL')
    .max(2000)
    .regex(/^https?:\/\/[^?#\s]+$/, 'Enter a URL such as https://example.atlassian.net')
    .refine(noCredentials.check, noCredentials.message)
    .meta({
      title: 'URL',
      description: 'For example, https://example.atlassian.net',
      ...serviceAddressFormat,
    }),
  email: z
    .string()
    .trim()
    .max(320)
    .meta({ title: 'Email address', description: 'Cloud only: the owner of the API token.' }),
  jiraProject: ProjectKey.meta({
    title: 'Project key',
    description: 'Default for all projects. A project can have its own.',
  }),
  issueTypeId: IssueTypeId.meta({
    title: 'Issue type',
    description: 'ID of the issue type. Leave empty for the first type that is not a subtask.',
  }),
  ...ticketRule,
  apiToken: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .regex(/^[\x21-\x7e]+$/, 'A token cannot contain spaces')
    .meta({ title: 'API token', description: 'For Data Center, a personal access token.', writeOnly: true }),
  webhookSecret: z.string().max(500).meta({
    title: 'Webhook secret',
    description: 'Optional. Must match the secret of the webhook in Jira.',
    writeOnly: true,
  }),
}

export const JiraSettings = z.object({
  ...jiraFields,
  deployment: jiraFields.deployment.default('cloud'),
  email: jiraFields.email.default(''),
  jiraProject: jiraFields.jiraProject.default(''),
  issueTypeId: jiraFields.issueTypeId.default(''),
  ...ticketRuleDefaults,
  webhookSecret: jiraFields.webhookSecret.default(''),
})
export type JiraSettings = z.output<typeof JiraSettings>
