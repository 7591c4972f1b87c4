import { ticketTexts } from '#integrations/tickets/texts.ts'

export const english = {
  name: 'Jira',
  summary: 'Creates issues for upgrades or vulnerabilities, and comments on and closes them once fixed.',
  deliveries: {
    ...ticketTexts.en,
    credentialsAcceptedOf: '{service} accepts the credentials of {name}',
  },
} as const
